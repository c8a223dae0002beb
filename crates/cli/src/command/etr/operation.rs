//! The operations by name: one table, from which the commands are made.

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command, Error, FromArgMatches, Subcommand};
use peirast_etr::batch::Call;
use serde_json::{Map, Value};

/// An operation as a command.
struct Operation {
    name: &'static str,
    /// Its name in rows.
    row: &'static str,
    takes: Takes,
    about: &'static str,
    example: &'static str,
}

/// The arguments of an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    View,
    Two,
    /// Two views, and a dependency relation that both inherit.
    TwoInheriting,
    /// Two views, and views of absurd states.
    TwoAbsurd,
    Premises,
    Replacement,
    Relation,
    Relations,
    RelationAndNames,
}

const fn operation(
    [name, row]: [&'static str; 2],
    takes: Takes,
    about: &'static str,
    example: &'static str,
) -> Operation {
    Operation { name, row, takes, about, example }
}

const OPERATIONS: [Operation; 30] = [
    operation(
        ["basic-step", "basic_step"],
        Takes::Premises,
        "Update with premises in turn, and remove absurd alternatives",
        "'{A(),B()}' '{~A()}'",
    ),
    operation(
        ["update"; 2],
        Takes::Two,
        "Update a view with a premise, which answers its question or adds to it",
        "'{A()B(), C()D()}' '{A()}'",
    ),
    operation(
        ["factor"; 2],
        Takes::TwoAbsurd,
        "Remove a common factor, identities, or, given {}, absurd alternatives",
        "'{A()B(), A()C()}' '{A()}'",
    ),
    operation(
        ["suppose"; 2],
        Takes::Two,
        "Suppose a view for the sake of argument",
        "'{A()B(), C()}' '{A()}'",
    ),
    operation(
        ["depose"; 2],
        Takes::View,
        "Turn the supposition into alternatives",
        "'{B()A()}^{A()}'",
    ),
    operation(
        ["query"; 2],
        Takes::Two,
        "Ask which of these alternatives are supported",
        "'{A()B(), C()}' '{A(), C()}'",
    ),
    operation(
        ["which"; 2],
        Takes::Two,
        "Ask for the objects of which something holds",
        "'{Thief(john()*)Tall(john()), Thief(mary()*)}' 'Ex {Thief(x*)}'",
    ),
    operation(
        ["inquire"; 2],
        Takes::Two,
        "Ask a yes/no question: each alternative, with and without the proposition",
        "'{A(), B()}' '{C()}'",
    ),
    operation(
        ["product"; 2],
        Takes::TwoInheriting,
        "And: each alternative of one view with each of the other",
        "'{A(), B()}' '{C(), D()}'",
    ),
    operation(
        ["sum"; 2],
        Takes::TwoInheriting,
        "Or: the alternatives of both views",
        "'{A(), B()}' '{C()}'",
    ),
    operation(["negation"; 2], Takes::View, "Deny a view", "'{A()B(), C()}'"),
    operation(
        ["answer"; 2],
        Takes::Two,
        "Keep the alternatives that answer best: by weight, then by atoms shared",
        "'{A()B(), C()D()}' '{A()}'",
    ),
    operation(
        ["equilibrium-answer", "equilibrium_answer"],
        Takes::Two,
        "Keep the alternatives that answer best by weight",
        "'{A(), B()}' '{2=+ A(), 1=+ B()}'",
    ),
    operation(
        ["atomic-answer", "atomic_answer"],
        Takes::Two,
        "Keep the alternatives that share most atoms",
        "'{A()B(), C()D()}' '{A()}'",
    ),
    operation(
        ["merge"; 2],
        Takes::Two,
        "Add to each alternative the consequences that the other view gives it",
        "'{A(), B()}' '{C()}^{A()}'",
    ),
    operation(
        ["universal-product", "universal_product"],
        Takes::Two,
        "Apply a universal view to the terms at issue in another",
        "'Ax {Mortal(x*)}' '{Mortal(socrates()*)}'",
    ),
    operation(
        ["existential-sum", "existential_sum"],
        Takes::Two,
        "Instantiate the existential object of a view with the terms at issue in another",
        "'Ex {Thief(x*)Tall(x)}' '{Thief(john()*)}'",
    ),
    operation(
        ["division"; 2],
        Takes::Two,
        "Remove from each alternative the atoms that the other view has in common with it",
        "'{A()B(), C()D()}' '{A(), C()}'",
    ),
    operation(
        ["replace"; 2],
        Takes::Replacement,
        "Rename an object, function or predicate throughout",
        "'{Tall(john())}' john mary",
    ),
    operation(
        ["eq"; 2],
        Takes::Two,
        "Test whether two views are equal, including names",
        "'{A(),B()}' '{B(),A()}'",
    ),
    operation(
        ["equiv"; 2],
        Takes::Two,
        "Test whether two views are equal up to the names of arbitrary objects",
        "'Ax {A(x)}' 'Ay {A(y)}'",
    ),
    operation(
        ["issue-matches", "issue_matches"],
        Takes::Two,
        "List the pairs of terms at issue in the same place of both views",
        "'{Thief(john()*)}' 'Ex {Thief(x*)}'",
    ),
    operation(
        ["equilibrium-answer-potential", "equilibrium_answer_potential"],
        Takes::Two,
        "Compute the weight with which a view supports a question",
        "'{0.3=* A()B(), 0.7=* C()}' '{A()}'",
    ),
    operation(
        ["atomic-answer-potential", "atomic_answer_potential"],
        Takes::Two,
        "Count the atoms that two views share",
        "'{A()B(), C()}' '{A()C()}'",
    ),
    operation(
        ["primitive-absurd", "primitive_absurd"],
        Takes::View,
        "Test whether the first state of a view is absurd",
        "'{A()~A()}'",
    ),
    operation(
        ["fuse", "dep_fusion"],
        Takes::Relations,
        "Fuse dependency relations",
        "'∀x ∃y' '∃z'",
    ),
    operation(
        ["chain", "dep_chain"],
        Takes::Relations,
        "Put one dependency relation inside another",
        "'∀x' '∃y'",
    ),
    operation(
        ["negate", "dep_negation"],
        Takes::Relation,
        "Swap the quantifiers of a dependency relation",
        "'∀x ∃y'",
    ),
    operation(
        ["restrict", "dep_restriction"],
        Takes::RelationAndNames,
        "Keep only some objects of a dependency relation",
        "'∀x ∃y ∀z' x y",
    ),
    operation(
        ["orders", "dep_relations"],
        Takes::Relation,
        "List which objects of a dependency relation are inside, or not outside, others",
        "'∀x ∃y'",
    ),
];

impl Operation {
    fn named(name: &str) -> Option<&'static Operation> {
        OPERATIONS.iter().find(|operation| operation.name == name)
    }

    fn command(&self) -> Command {
        let example = format!("Example:\n  peirast etr {} {}", self.name, self.example);
        let command = Command::new(self.name).about(self.about).after_help(example);
        let command = match self.name {
            "which" => command.visible_alias("wh-query").alias("wh_query"),
            name if name == self.row => command,
            _ => command.alias(self.row),
        };
        let command = self.takes.places().iter().fold(command, |command, (id, value, help)| {
            command.arg(Arg::new(*id).value_name(*value).help(*help).required(true))
        });
        self.takes.further().map_or(command.clone(), |further| command.arg(further))
    }

    fn call(&self, matches: &ArgMatches) -> Call {
        let texts = |id: &str| -> Vec<Value> {
            let given = matches.try_get_many::<String>(id).ok().flatten();
            given.into_iter().flatten().map(|text| Value::from(text.as_str())).collect()
        };
        let mut args: Vec<Value> =
            self.takes.places().iter().flat_map(|(id, _, _)| texts(id)).collect();
        let mut kwargs = Map::new();
        match self.takes {
            Takes::Premises => args.extend(texts("premises")),
            Takes::RelationAndNames => {
                kwargs.insert("keep".to_owned(), Value::Array(texts("keep")));
            }
            Takes::TwoAbsurd if matches.contains_id("absurd_states") => {
                kwargs.insert("absurd_states".to_owned(), Value::Array(texts("absurd_states")));
            }
            Takes::TwoInheriting => {
                kwargs.extend(texts("inherited").pop().map(|text| ("inherited".to_owned(), text)));
            }
            _ => {}
        }
        Call { op: self.row.to_owned(), args, kwargs }
    }
}

type Place = (&'static str, &'static str, &'static str);

impl Takes {
    /// The positional arguments.
    fn places(self) -> &'static [Place] {
        match self {
            Takes::View => &[("external", "VIEW", "The view")],
            Takes::Two | Takes::TwoInheriting | Takes::TwoAbsurd => &[
                ("external", "VIEW", "The external view: the current state"),
                ("internal", "OTHER", "The internal view: the new information"),
            ],
            Takes::Premises => &[],
            Takes::Replacement => &[
                ("external", "VIEW", "The view"),
                ("old", "OLD", "The name to replace"),
                ("new", "NEW", "The name to put in its place"),
            ],
            Takes::Relation | Takes::RelationAndNames => &[(
                "external",
                "RELATION",
                "A dependency relation as quantifiers: '∀x ∃y', 'Ax Ey'",
            )],
            Takes::Relations => &[
                ("external", "RELATION", "A dependency relation as quantifiers: '∀x ∃y', 'Ax Ey'"),
                ("internal", "OTHER", "Another; in a chain, the inner one"),
            ],
        }
    }

    /// The option, or the repeated argument, if there is one.
    fn further(self) -> Option<Arg> {
        Some(match self {
            Takes::Premises => Arg::new("premises")
                .value_name("VIEW")
                .help("The premises, in the order in which people receive them")
                .num_args(1..)
                .required(true),
            Takes::RelationAndNames => {
                Arg::new("keep").value_name("OBJECT").help("The objects to keep").num_args(0..)
            }
            Takes::TwoAbsurd => Arg::new("absurd_states")
                .long("absurd")
                .value_name("STATE")
                .help("With {}, a view of further absurd states; may be repeated")
                .action(clap::ArgAction::Append),
            Takes::TwoInheriting => Arg::new("inherited")
                .long("inherited")
                .value_name("RELATION")
                .help("A dependency relation that both views inherit: '∀x ∃y'"),
            _ => return None,
        })
    }
}

/// An operation as a command.
#[derive(Debug, Clone)]
pub struct OperationCommand {
    /// The corresponding call.
    pub call: Call,
}

impl FromArgMatches for OperationCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let (operation, matches) = matches
            .subcommand()
            .and_then(|(name, matches)| Some((Operation::named(name)?, matches)))
            .ok_or_else(|| Error::new(ErrorKind::InvalidSubcommand))?;
        Ok(Self { call: operation.call(matches) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for OperationCommand {
    fn augment_subcommands(command: Command) -> Command {
        OPERATIONS.iter().fold(command, |command, one| command.subcommand(one.command()))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        Operation::named(name).is_some()
    }
}
