//! Truth functions as ordered binary decision diagrams (Bryant 1986).

use super::Map;
use crate::entailment::Gap;

/// A truth function by the number of its diagram's root.
pub(super) type Diagram = u32;

pub(super) const FALSE: Diagram = 0;
pub(super) const TRUE: Diagram = 1;

/// Greater than every atom.
const LEAF: u64 = u64::MAX;

/// The first test of a diagram, and the diagrams for both results.
#[derive(Clone, Copy)]
pub(super) struct Branch {
    /// The number of the tested atom; smaller atoms are tested first.
    pub(super) atom: u64,
    pub(super) otherwise: Diagram,
    pub(super) then: Diagram,
}

/// All diagrams of a problem; equal truth functions have the same number.
pub(super) struct Diagrams {
    branches: Vec<Branch>,
    known: Map<(u64, Diagram, Diagram), Diagram>,
    choices: Map<(Diagram, Diagram, Diagram), Diagram>,
    /// The most nodes.
    most: usize,
}

impl Diagrams {
    pub(super) fn new(most: usize) -> Diagrams {
        let leaf = Branch { atom: LEAF, otherwise: FALSE, then: TRUE };
        Diagrams {
            branches: vec![leaf, leaf],
            known: Map::default(),
            choices: Map::default(),
            most,
        }
    }

    /// The first test of a diagram other than [`FALSE`] and [`TRUE`].
    pub(super) fn get(&self, diagram: Diagram) -> Branch {
        self.branches[diagram as usize]
    }

    /// The diagram that tests an atom first. The atom is smaller than all in the other two.
    pub(super) fn branch(
        &mut self,
        atom: u64,
        otherwise: Diagram,
        then: Diagram,
    ) -> Result<Diagram, Gap> {
        if otherwise == then {
            return Ok(then);
        }
        if let Some(known) = self.known.get(&(atom, otherwise, then)) {
            return Ok(*known);
        }
        if self.branches.len() >= self.most {
            return Err(Gap::TooLarge { limit: self.most as u64 });
        }
        let fresh = self.branches.len() as Diagram;
        self.branches.push(Branch { atom, otherwise, then });
        self.known.insert((atom, otherwise, then), fresh);
        Ok(fresh)
    }

    /// An atom, asserted or denied.
    pub(super) fn literal(&mut self, atom: u64, affirmed: bool) -> Result<Diagram, Gap> {
        let (otherwise, then) = if affirmed { (FALSE, TRUE) } else { (TRUE, FALSE) };
        self.branch(atom, otherwise, then)
    }

    pub(super) fn not(&mut self, diagram: Diagram) -> Result<Diagram, Gap> {
        self.choice(diagram, FALSE, TRUE)
    }

    /// True if every part is.
    pub(super) fn all(&mut self, parts: Vec<Diagram>) -> Result<Diagram, Gap> {
        parts.into_iter().try_fold(TRUE, |all, part| self.and(all, part))
    }

    /// True if some part is.
    pub(super) fn any(&mut self, parts: Vec<Diagram>) -> Result<Diagram, Gap> {
        parts.into_iter().try_fold(FALSE, |any, part| self.or(any, part))
    }

    pub(super) fn and(&mut self, one: Diagram, other: Diagram) -> Result<Diagram, Gap> {
        self.choice(one, other, FALSE)
    }

    pub(super) fn or(&mut self, one: Diagram, other: Diagram) -> Result<Diagram, Gap> {
        self.choice(one, TRUE, other)
    }

    /// If `condition` then `then` else `otherwise`.
    pub(super) fn choice(
        &mut self,
        condition: Diagram,
        then: Diagram,
        otherwise: Diagram,
    ) -> Result<Diagram, Gap> {
        match (condition, then, otherwise) {
            (TRUE, _, _) => return Ok(then),
            (FALSE, _, _) => return Ok(otherwise),
            (_, TRUE, FALSE) => return Ok(condition),
            _ if then == otherwise => return Ok(then),
            _ => {}
        }
        if let Some(known) = self.choices.get(&(condition, then, otherwise)) {
            return Ok(*known);
        }
        if self.choices.len() >= self.most {
            return Err(Gap::TooLarge { limit: self.most as u64 });
        }
        let all = [condition, then, otherwise].map(|diagram| self.get(diagram));
        let atom = all.iter().map(|branch| branch.atom).min().unwrap_or(LEAF);
        let half = |diagram: Diagram, yes: bool| {
            let branch = self.get(diagram);
            match (branch.atom == atom, yes) {
                (false, _) => diagram,
                (true, true) => branch.then,
                (true, false) => branch.otherwise,
            }
        };
        let [yes, no] =
            [true, false].map(|yes| (half(condition, yes), half(then, yes), half(otherwise, yes)));
        let yes = self.choice(yes.0, yes.1, yes.2)?;
        let no = self.choice(no.0, no.1, no.2)?;
        let result = self.branch(atom, no, yes)?;
        self.choices.insert((condition, then, otherwise), result);
        Ok(result)
    }
}
