//! Roles of columns, with their usual names.

/// A role of a column, with its usual names, the most certain first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Role {
    pub(crate) what: &'static str,
    pub(crate) flag: &'static str,
    pub(crate) usual: &'static [&'static str],
}

pub(crate) const ITEM: Role = Role {
    what: "the item",
    flag: "--item",
    usual: &[
        "item",
        "itemid",
        "pair",
        "pairid",
        "pairkey",
        "baseid",
        "originalid",
        "parentid",
        "questionid",
        "qid",
        "problemid",
        "exampleid",
        "docid",
        "id",
        "ind",
        "idx",
        "index",
        "uid",
        "number",
        "nr",
        "no",
    ],
};
pub(crate) const VERSION: Role = Role {
    what: "the version",
    flag: "--version-column",
    usual: &[
        "version",
        "variant",
        "condition",
        "perturbation",
        "perturbed",
        "perturbationtype",
        "transformation",
        "transform",
        "treatment",
        "arm",
        "variation",
        "form",
        "style",
        "phrasing",
        "template",
        "kind",
        "type",
        "isperturbed",
        "istransformed",
        "ischanged",
        "ismodified",
        "isparaphrased",
        "isoriginal",
        "instance",
    ],
};
pub(crate) const QUESTION: Role = Role {
    what: "the question",
    flag: "--question, or the columns of versions with --versions",
    usual: &[
        "question",
        "prompt",
        "input",
        "query",
        "problem",
        "questionstem",
        "stem",
        "ctx",
        "text",
        "sentence",
        "statement",
        "goal",
        "instruction",
        "messages",
        "questiontext",
        "problemtext",
    ],
};
pub(crate) const CONTEXT: Role = Role {
    what: "the text before the question",
    flag: "--context",
    usual: &["passage", "context", "background", "story", "support", "article", "paragraph"],
};
pub(crate) const CHOICES: Role = Role {
    what: "the options",
    flag: "--choices",
    usual: &[
        "choices",
        "options",
        "endings",
        "candidates",
        "answerchoices",
        "answeroptions",
        "mc1targets",
        "targetscores",
    ],
};
pub(crate) const ANSWER: Role = Role {
    what: "the right answer",
    flag: "--answer",
    usual: &[
        "answer",
        "answerkey",
        "correctanswer",
        "bestanswer",
        "rightanswer",
        "correct",
        "correctoption",
        "correctchoice",
        "gold",
        "goldanswer",
        "goldlabel",
        "target",
        "label",
        "expected",
        "expectedanswer",
        "solution",
        "key",
        "answeridx",
        "answerindex",
        "cop",
        "ideal",
        "truth",
        "groundtruth",
        "reference",
        "answers",
        "correctanswers",
        "regex",
        "pattern",
        "answerregex",
        "answerpattern",
    ],
};
pub(crate) const LURE: Role = Role {
    what: "the lure",
    flag: "--lure",
    usual: &["lure", "lureanswer", "biasedanswer", "intuitiveanswer", "trap"],
};
pub(crate) const ALTERNATIVES: Role = Role {
    what: "further right answers",
    flag: "--alternatives",
    usual: &[
        "alternatives",
        "aliases",
        "alternativeanswers",
        "acceptedanswers",
        "correctanswers",
        "accepted",
        "synonyms",
    ],
};
pub(crate) const TOLERANCE: Role =
    Role { what: "the tolerance", flag: "--tolerance", usual: &["tolerance", "tol", "margin"] };
pub(crate) const AFTER: Role =
    Role { what: "the text behind the options", flag: "", usual: &["after"] };
pub(crate) const OPTION_LABELS: Role =
    Role { what: "the labels of options", flag: "", usual: &["optionlabels"] };
pub(crate) const OPTION_SEPARATOR: Role =
    Role { what: "the signs around labels", flag: "", usual: &["optionseparator"] };
pub(crate) const WRITER: Role = Role {
    what: "the writer of versions that nobody certifies",
    flag: "",
    usual: &["uncertifiedwriter"],
};
pub(crate) const MARK: Role = Role {
    what: "the marks of versions that Peirast certified",
    flag: "",
    usual: &["certifiedbypeirast"],
};
pub(crate) const CLUSTER: Role =
    Role { what: "the cluster", flag: "--cluster", usual: &["cluster", "clusterid"] };
