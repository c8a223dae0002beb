//! From text to tokens and sentences, which the rules read.

pub(crate) mod echo;
pub(crate) mod foreign;
pub(crate) mod letter;
pub(crate) mod lexer;
pub(crate) mod numeral;
pub(crate) mod sentence;
pub(crate) mod token;
pub(crate) mod vocabulary;
pub(crate) mod word;

pub(crate) use echo::echoed;
pub(crate) use sentence::{Document, Sentence};
pub(crate) use token::{Kind, Mark, Mention, Token};
pub(crate) use vocabulary::Word;
