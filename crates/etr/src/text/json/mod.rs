//! JSON: views in the form that PyETR stores them in.

mod document;
mod fault;
mod number;
mod plain;
mod reader;
mod rendering;
mod writer;
