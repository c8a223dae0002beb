//! Flow control: how much is asked of an account, and when.

mod quota;

pub use quota::{Left, Quota};
