//! Words of a theme for the names of a problem.

use super::Theme;
use crate::claim::{Claim, Term};
use crate::error::WordsError;
use crate::role::Role;
use crate::vocabulary::Vocabulary;
use peirast_etr::View;
use peirast_random::{SplitMix64, Stream};

impl Theme {
    /// Draws words for every name in the views, anew for each seed.
    ///
    /// ```
    /// use peirast_words::{Role, Theme};
    ///
    /// let theme = Theme::named("cards").expect("built in");
    /// let premises = ["{P(a()),~Q(b())}".parse()?, "{P(b())}".parse()?];
    /// let vocabulary = theme.vocabulary(&premises, 17)?;
    /// assert_eq!(vocabulary.entries().count(), 4);
    /// assert_eq!(vocabulary, theme.vocabulary(&premises, 17)?);
    /// let ace = vocabulary.words(Role::Object, "a").expect("named");
    /// assert_eq!(vocabulary.name(Role::Object, ace), Some("a"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`WordsError::TooFew`] if the theme has too few words, otherwise as
    /// [`Claim::new`](crate::Claim::new).
    pub fn vocabulary(&self, views: &[View], seed: u64) -> Result<Vocabulary, WordsError> {
        let mut names: Vec<(Role, String)> = Vec::new();
        for view in views {
            for (role, name) in names_of(&Claim::new(view)?) {
                if !names.iter().any(|known| known.0 == role && known.1 == name) {
                    names.push((role, name));
                }
            }
        }
        let mut stream = Stream::split_mix(seed);
        let mut vocabulary = Vocabulary::new(self.kind.clone());
        for role in Role::ALL {
            let wanted: Vec<&str> =
                names.iter().filter(|it| it.0 == role).map(|it| it.1.as_str()).collect();
            vocabulary = self.draw(vocabulary, role, &wanted, &mut stream)?;
        }
        Ok(vocabulary)
    }

    /// Returns the words of a role in the order in which [`Theme::vocabulary`] assigns them with a
    /// seed: first those of the first name. For facts, the affirming clauses.
    ///
    /// ```
    /// use peirast_words::{Role, Theme};
    ///
    /// let theme = Theme::named("cards").expect("built in");
    /// let vocabulary = theme.vocabulary(&["{P(a())}".parse()?], 17)?;
    /// let order = theme.order(Role::Predicate, 17);
    /// assert_eq!(vocabulary.words(Role::Predicate, "P"), Some(order[0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn order(&self, role: Role, seed: u64) -> Vec<&str> {
        let mut stream = Stream::split_mix(seed);
        // In the same order of roles as for a vocabulary.
        for one in Role::ALL {
            let words: Vec<&str> = match one {
                Role::Object => texts(&self.objects),
                Role::Predicate => texts(&self.predicates),
                Role::Relation => texts(&self.relations),
                Role::Fact => self.facts.iter().map(|fact| fact.holds.as_str()).collect(),
            };
            let shuffled = shuffled(&words, &mut stream);
            if one == role {
                return shuffled.into_iter().copied().collect();
            }
        }
        Vec::new()
    }

    fn draw(
        &self,
        mut vocabulary: Vocabulary,
        role: Role,
        names: &[&str],
        stream: &mut Stream<SplitMix64>,
    ) -> Result<Vocabulary, WordsError> {
        let list = match role {
            Role::Object => &self.objects,
            Role::Predicate => &self.predicates,
            Role::Relation => &self.relations,
            Role::Fact => {
                self.enough(role, self.facts.len(), names.len())?;
                for (name, fact) in names.iter().zip(shuffled(&self.facts, stream)) {
                    vocabulary = vocabulary.with_fact(name, &fact.holds, &fact.fails)?;
                }
                return Ok(vocabulary);
            }
        };
        self.enough(role, list.len(), names.len())?;
        for (name, words) in names.iter().zip(shuffled(list, stream)) {
            vocabulary = vocabulary.with(role, name, words)?;
        }
        Ok(vocabulary)
    }

    fn enough(&self, role: Role, has: usize, needs: usize) -> Result<(), WordsError> {
        if has < needs {
            let theme = self.name.clone();
            return Err(WordsError::TooFew { theme, role, has, needs });
        }
        Ok(())
    }
}

/// Returns the items in random order. The last position also uses a random number, although there
/// is no choice: without it the words of every problem would change.
fn shuffled<'a, T>(items: &'a [T], stream: &mut Stream<SplitMix64>) -> Vec<&'a T> {
    let order = stream.sample(items, items.len());
    if !items.is_empty() {
        stream.skip();
    }
    order
}

fn texts(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

/// Returns the names in a claim, in the order of the text; identity needs no name.
fn names_of(claim: &Claim) -> Vec<(Role, String)> {
    let mut names = Vec::new();
    for literal in claim.literals() {
        if !literal.is_identity() {
            names.push((Role::of_arity(literal.arguments.len()), literal.predicate.clone()));
        }
        for term in &literal.arguments {
            if let Term::Constant(name) = term {
                names.push((Role::Object, name.clone()));
            }
        }
    }
    names
}
