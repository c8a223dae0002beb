//! JSON: views in the form that PyETR stores them in.

mod document;
mod fault;
mod number;
mod reader;
mod writer;
