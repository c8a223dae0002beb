//! Headers of letters. A single letter may mean anything.

use super::Role;

/// The roles in a row of headers.
pub fn of_heads(heads: &[String]) -> Vec<Option<Role>> {
    let mut roles = heads.iter().map(|head| Role::of_head(head)).collect::<Vec<_>>();
    drop_lone(&mut roles, heads);
    roles
}

/// Removes roles of counts with a single letter if their partner is missing: b and c belong
/// together, and so do k and its number of units. Without c, b is a coefficient of a regression.
pub fn drop_lone(roles: &mut [Option<Role>], heads: &[String]) {
    let has = |role: Role| roles.contains(&Some(role));
    let (b, c, k) = (has(Role::Mended), has(Role::Broken), has(Role::Total) || has(Role::Share));
    for (role, head) in roles.iter_mut().zip(heads) {
        let has_partner = match plain(head).as_str() {
            "b" => b,
            "c" => c,
            "k" => k,
            _ => true,
        };
        if !has_partner {
            *role = None;
        }
    }
}

/// A header without signs and spaces, in lower case.
pub fn plain(head: &str) -> String {
    let head = head.replace("^*", "star").replace('*', "star").replace('²', "2").replace("^2", "2");
    let letters = head.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
