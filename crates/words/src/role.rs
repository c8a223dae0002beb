//! Roles of names.

use std::fmt;

/// The role of a name in a view: the same name may have several roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// A constant: *the ace*.
    Object,
    /// A predicate of one thing: *red*.
    Predicate,
    /// A predicate of two things: *heavier than*.
    Relation,
    /// A predicate of nothing: *the bell rings*.
    Fact,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 4] = [Role::Object, Role::Predicate, Role::Relation, Role::Fact];

    /// Returns the role of a predicate with this number of arguments.
    pub(crate) fn of_arity(arity: usize) -> Role {
        match arity {
            0 => Role::Fact,
            1 => Role::Predicate,
            _ => Role::Relation,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Object => "object",
            Role::Predicate => "predicate",
            Role::Relation => "relation",
            Role::Fact => "fact",
        })
    }
}
