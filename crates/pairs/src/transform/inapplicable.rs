//! Reasons why a transformation does not fit an item.

use thiserror::Error;

/// Reasons why a transformation does not fit an item, as predicates of such items: `have no
/// options`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
pub(super) enum Inapplicable {
    #[error("have no original version")]
    NoOriginal,
    #[error("have no options")]
    NoOptions,
    #[error("have their options in the text of the question")]
    OptionsInQuestion,
    #[error("have more options than there are numbers of one digit")]
    TooManyForNumbers,
    #[error("name options by their labels in a text")]
    NamesLabels,
    #[error("refer to options by their place in a text")]
    NamesPlaces,
    #[error("have options that could be taken for labels")]
    LabelsInOptions,
    #[error("point back, in the last sentence, at the one before it")]
    PointsBack,
    #[error("may ask about the numbers of the text")]
    AsksAboutNumbers,
    #[error("may ask about names, or who is who")]
    AsksAboutNames,
    #[error("name persons whom no statement of the text introduces, so that they may be real ones")]
    NotIntroduced,
    #[error("have other proper names, so that the persons may be real ones")]
    OtherNames,
    #[error("are not marked as independent by `yes` in a column `independent` that is kept")]
    NotIndependent,
    #[error("would stay as they are")]
    Unchanged,
    #[error("may ask about letters, words or sentences of the text")]
    AsksAboutText,
    #[error("hold a block of code")]
    Code,
    #[error("hold no name of a person that the list has")]
    NoName,
    #[error("hold a name that may be part of a longer one")]
    LongerName,
    #[error("write one name in different ways")]
    NameOtherwise,
    #[error("leave no name of the same kind free")]
    NoFreeName,
    #[error("share words or numbers with every sentence of the list")]
    NoSentence,
    #[error("end in a list")]
    EndsInList,
    #[error("have no sentence of suitable length before the last one that could be quoted")]
    NothingToQuote,
    #[error("have no list of points, which are lines that begin with `- `")]
    NoPoints,
    #[error("have a list whose points refer to their order")]
    OrderedPoints,
    #[error("tell words apart by capitals")]
    TellsByCapitals,
    #[error("have no known answer that is certainly wrong")]
    NoWrongAnswer,
    #[error("accept patterns alone, which show no answer")]
    NoShownAnswer,
}
