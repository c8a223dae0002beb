//! The messages of the token-bias study's program (Jiang et al. 2024).

use super::PublishedError;
use crate::families::segment;
use peirast_record::{Role, Segment};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The messages of one method, in named pieces.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    method: String,
    protocol: Option<String>,
    messages: Vec<(Role, Vec<Piece>)>,
}

/// A piece of a message.
#[derive(Clone, Debug)]
enum Piece {
    /// A text of the program.
    Quoted(Segment),
    /// The question.
    Question,
    /// The question of an exemplar, from 0.
    Example(usize),
    /// The answer to one.
    Answer(usize),
}

impl Script {
    /// Returns the number of exemplars.
    pub fn exemplars(&self) -> usize {
        let pieces = self.messages.iter().flat_map(|(_, pieces)| pieces);
        let counts = pieces.map(|piece| match piece {
            Piece::Example(at) | Piece::Answer(at) => at + 1,
            Piece::Quoted(_) | Piece::Question => 0,
        });
        counts.max().unwrap_or(0)
    }

    /// Returns the messages that ask `question` after these exemplars, questions and answers.
    ///
    /// # Errors
    /// Too few exemplars.
    pub fn parts(
        &self,
        question: &str,
        exemplars: &[(&str, &str)],
    ) -> Result<Vec<(Role, Vec<Segment>)>, PublishedError> {
        let exemplar = |at: usize| {
            exemplars.get(at).copied().ok_or_else(|| PublishedError::Exemplars {
                method: self.method.clone(),
                needed: self.exemplars(),
                given: exemplars.len(),
            })
        };
        let filled = |piece: &Piece| {
            Ok(match piece {
                Piece::Quoted(quoted) => quoted.clone(),
                Piece::Question => segment("item", question),
                Piece::Example(at) => segment("exemplar-question", exemplar(*at)?.0),
                Piece::Answer(at) => segment("exemplar-answer", exemplar(*at)?.1),
            })
        };
        let message = |(role, pieces): &(Role, Vec<Piece>)| {
            Ok((*role, pieces.iter().map(filled).collect::<Result<_, _>>()?))
        };
        self.messages.iter().map(message).collect()
    }
}

/// Returns the script of a kind of problem and a method, by the program's names.
pub(super) fn of_method(kind: &str, method: &str) -> Result<&'static Script, PublishedError> {
    let kinds = kinds()?;
    let known = || kinds.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>().join(", ");
    let kind = kinds.iter().find(|one| one.name == kind).ok_or_else(|| {
        PublishedError::Unknown { what: "fallacy_type", name: kind.to_owned(), known: known() }
    })?;
    let known =
        || kind.scripts.iter().map(|one| one.method.as_str()).collect::<Vec<_>>().join(", ");
    let script = kind.scripts.iter().find(|script| script.method == method);
    script.ok_or_else(|| PublishedError::Unknown {
        what: "method",
        name: method.to_owned(),
        known: known(),
    })
}

/// Returns the script of a Peirast family and protocol; `None` if the program has no such method.
pub(crate) fn script(family: &str, protocol: &str) -> Option<&'static Script> {
    let kind = kinds().ok()?.iter().find(|kind| kind.family == family)?;
    kind.scripts.iter().find(|script| script.protocol.as_deref() == Some(protocol))
}

/// A kind of problem with its scripts.
struct FallacyType {
    name: String,
    family: String,
    scripts: Vec<Script>,
}

fn kinds() -> Result<&'static [FallacyType], PublishedError> {
    static KINDS: LazyLock<Result<Vec<FallacyType>, PublishedError>> = LazyLock::new(|| {
        let text = include_str!("../../data/published/token-bias-2024.toml");
        let file: File = toml::from_str(text).map_err(|e| PublishedError::Data(e.to_string()))?;
        file.kind.into_iter().map(FallacyTypeData::kind).collect()
    });
    KINDS.as_ref().map(Vec::as_slice).map_err(Clone::clone)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kind: Vec<FallacyTypeData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FallacyTypeData {
    name: String,
    family: String,
    piece: BTreeMap<String, PieceData>,
    script: Vec<ScriptData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceData {
    role: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptData {
    method: String,
    protocol: Option<String>,
    messages: Vec<MessageData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MessageData {
    role: Role,
    pieces: Vec<String>,
}

impl FallacyTypeData {
    fn kind(self) -> Result<FallacyType, PublishedError> {
        let piece = |name: &String| {
            let numbered = |prefix: &str| {
                let number: usize = name.strip_prefix(prefix)?.parse().ok()?;
                number.checked_sub(1)
            };
            if name == "question" {
                return Ok(Piece::Question);
            }
            if let Some(at) = numbered("example_") {
                return Ok(Piece::Example(at));
            }
            if let Some(at) = numbered("answer_") {
                return Ok(Piece::Answer(at));
            }
            let data = self.piece.get(name);
            let data =
                data.ok_or_else(|| PublishedError::Data(format!("there is no piece `{name}`")))?;
            let role = data.role.clone().into();
            Ok(Piece::Quoted(Segment { role, text: data.text.clone() }))
        };
        let message = |data: &MessageData| {
            Ok((data.role, data.pieces.iter().map(piece).collect::<Result<_, _>>()?))
        };
        let script = |data: &ScriptData| {
            Ok(Script {
                method: data.method.clone(),
                protocol: data.protocol.clone(),
                messages: data.messages.iter().map(message).collect::<Result<_, _>>()?,
            })
        };
        let scripts = self.script.iter().map(script).collect::<Result<_, _>>()?;
        Ok(FallacyType { name: self.name, family: self.family, scripts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Protocol;

    #[test]
    fn every_script_parses_and_its_protocol_exists() -> Result<(), Box<dyn std::error::Error>> {
        let mut scripts = 0;
        for kind in kinds()? {
            for script in &kind.scripts {
                scripts += 1;
                if let Some(protocol) = &script.protocol {
                    Protocol::named(protocol)?;
                }
                let (question, exemplars) = ("Which one?", [("q", "a"); 3]);
                let parts = script.parts(question, &exemplars)?;
                let last = parts.last().map(|(role, segments)| (*role, segments.iter()));
                let (role, mut segments) = last.ok_or("no message")?;
                assert_eq!(role, Role::User);
                assert!(segments.any(|segment| segment.text == question), "{}", script.method);
            }
        }
        assert_eq!(scripts, 32);
        Ok(())
    }

    #[test]
    fn too_few_exemplars_are_refused() -> Result<(), PublishedError> {
        let script = of_method("linda", "few_shots_no_linda")?;
        let refused = script.parts("Which?", &[("q", "a")]);
        assert_eq!(
            refused.map_err(|error| error.to_string()).err().as_deref(),
            Some(
                "`few_shots_no_linda` needs 3 exemplars, and there are 1: `exemplars` lists them, each with \
                 `question` and `target_answer`"
            )
        );
        Ok(())
    }
}
