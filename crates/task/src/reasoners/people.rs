//! Human conclusions.

use super::{Conclusion, PremisePair, Theory, erotetic};
use crate::DataError;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A published sample of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sample {
    /// Free responses, six studies pooled: Khemlani & Johnson-Laird (2012). Some responses were not
    /// among the nine.
    Khemlani2012,
    /// One of nine options, 139 people: Ragni (2016).
    Ragni2016,
    /// One of nine options, 32 or 33 people a pair: Veser (2018).
    Veser2018,
    /// All options that follow, about 100 people: Brand & Ragni (2023). The task most similar to
    /// judging a given conclusion.
    Choices2023,
}

impl Sample {
    /// All samples.
    pub const ALL: [Sample; 4] =
        [Sample::Khemlani2012, Sample::Ragni2016, Sample::Veser2018, Sample::Choices2023];

    /// Returns the name of its column in the data.
    pub fn name(self) -> &'static str {
        match self {
            Sample::Khemlani2012 => "khemlani",
            Sample::Ragni2016 => "ragni",
            Sample::Veser2018 => "veser",
            Sample::Choices2023 => "choices",
        }
    }

    /// Returns its first author and year, for readers.
    pub fn cited(self) -> &'static str {
        match self {
            Sample::Khemlani2012 => "Khemlani 2012",
            Sample::Ragni2016 => "Ragni 2016",
            Sample::Veser2018 => "Veser 2018",
            Sample::Choices2023 => "Brand 2023",
        }
    }

    /// Returns the task of the participants, and the publication.
    pub fn source(self) -> &'static str {
        match self {
            Sample::Khemlani2012 => {
                "free responses, six studies pooled, Khemlani and Johnson-Laird (2012)"
            }
            Sample::Ragni2016 => "one of nine options, Ragni (2016)",
            Sample::Veser2018 => "one of nine options, Veser (2018)",
            Sample::Choices2023 => "all options that follow, Brand and Ragni (2023)",
        }
    }
}

/// Human conclusions from every pair of premises, and the predictions of theories. Data and
/// sources: `data/people.csv`.
#[derive(Debug)]
pub struct HumanResponses {
    /// By pair and answer: the number of people in each sample.
    counts: BTreeMap<(PremisePair, Conclusion), [u32; 4]>,
    /// By pair: the number of people.
    sizes: BTreeMap<PremisePair, [u32; 4]>,
    predictions: BTreeMap<(PremisePair, Theory), Vec<Conclusion>>,
}

const FILE: &str = "people.csv";

impl HumanResponses {
    /// Returns the embedded data, read once.
    ///
    /// # Errors
    /// [`DataError`] for a file that does not parse.
    pub fn get() -> Result<&'static HumanResponses, DataError> {
        static PEOPLE: OnceLock<Result<HumanResponses, DataError>> = OnceLock::new();
        let parse = || HumanResponses::parse(include_str!("../../data/people.csv"));
        PEOPLE.get_or_init(parse).as_ref().map_err(Clone::clone)
    }

    fn parse(text: &str) -> Result<HumanResponses, DataError> {
        let mut people = HumanResponses {
            counts: BTreeMap::new(),
            sizes: BTreeMap::new(),
            predictions: BTreeMap::new(),
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
        for (at, line) in lines.skip(1) {
            people.row(line).ok_or_else(|| DataError {
                file: FILE,
                message: format!("line {}: {line}", at + 1),
            })?;
        }
        Ok(people)
    }

    fn row(&mut self, line: &str) -> Option<()> {
        let fields: Vec<&str> = line.split(',').collect();
        let [pair, response, numbers @ .., theories] = fields.as_slice() else { return None };
        let pair: PremisePair = pair.parse().ok()?;
        let numbers: Vec<u32> = numbers.iter().map(|n| n.parse().ok()).collect::<Option<_>>()?;
        let numbers: [u32; 4] = numbers.try_into().ok()?;
        if *response == "n" {
            self.sizes.insert(pair, numbers);
            return Some(());
        }
        let conclusion: Conclusion = response.parse().ok()?;
        self.counts.insert((pair, conclusion), numbers);
        for name in theories.split_whitespace() {
            let theory = Theory::named(name)?;
            self.predictions.entry((pair, theory)).or_default().push(conclusion);
        }
        Some(())
    }

    /// Returns the share of people, from 0 to 1, who drew the conclusion (in a sample of choices:
    /// who chose it as following).
    ///
    /// ```
    /// use peirast_task::{Conclusion, HumanResponses, PremisePair, Sample};
    ///
    /// let people = HumanResponses::get()?;
    /// let (pair, valid) = PremisePair::from_form("EIO-2".parse()?, true);
    /// let share = people.share(Sample::Ragni2016, pair, valid);
    /// assert!((share - 42.0 / 139.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn share(&self, sample: Sample, pair: PremisePair, conclusion: Conclusion) -> f64 {
        let of = |numbers: &[u32; 4]| numbers[sample as usize];
        let count = self.counts.get(&(pair, conclusion)).map_or(0, of);
        let people = self.sizes.get(&pair).map_or(0, of);
        if people == 0 { 0.0 } else { f64::from(count) / f64::from(people) }
    }

    /// Returns the number of people who judged a pair.
    pub fn size(&self, sample: Sample, pair: PremisePair) -> u32 {
        self.sizes.get(&pair).map_or(0, |numbers| numbers[sample as usize])
    }

    /// Returns the conclusions that people draw according to a theory. Those of the erotetic theory
    /// are computed by the engine, the others are in the data.
    pub fn predicted(&self, theory: Theory, pair: PremisePair) -> &[Conclusion] {
        if theory == Theory::Erotetic {
            return erotetic::predicted(pair);
        }
        self.predictions.get(&(pair, theory)).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_logic::categorical::Import;

    fn people() -> &'static HumanResponses {
        HumanResponses::get().unwrap()
    }

    #[test]
    fn every_pair_has_every_answer_of_every_sample() {
        for pair in PremisePair::all() {
            for (sample, least, most) in [
                (Sample::Khemlani2012, 156, 156),
                (Sample::Ragni2016, 139, 139),
                (Sample::Veser2018, 32, 33),
                (Sample::Choices2023, 99, 102),
            ] {
                let size = people().size(sample, pair);
                assert!((least..=most).contains(&size), "{pair} {sample:?}: {size}");
                let total: f64 =
                    Conclusion::ALL.iter().map(|c| people().share(sample, pair, *c)).sum();
                match sample {
                    Sample::Ragni2016 | Sample::Veser2018 => assert!((total - 1.0).abs() < 1e-9),
                    Sample::Khemlani2012 => assert!(total > 0.7 && total <= 1.0 + 1e-9, "{total}"),
                    Sample::Choices2023 => assert!(total >= 0.9, "{total}"),
                }
            }
            for theory in Theory::ALL {
                assert!(!people().predicted(theory, pair).is_empty(), "{pair} {theory:?}");
            }
        }
    }

    #[test]
    fn the_rules_of_atmosphere_and_matching_give_their_tables() {
        for pair in PremisePair::all() {
            for theory in [Theory::Atmosphere, Theory::Matching] {
                let mut table = people().predicted(theory, pair).to_vec();
                table.sort();
                let mut ruled = theory.by_rule(pair).unwrap();
                ruled.sort();
                assert_eq!(ruled, table, "{pair} {theory:?}");
            }
        }
    }

    /// Published accuracies of people and of theories for these data.
    #[test]
    fn known_shares_come_out() {
        let right = |pair: PremisePair, import| -> f64 {
            let valid = pair.valid_conclusions(import);
            valid.iter().map(|one| people().share(Sample::Ragni2016, pair, *one)).sum()
        };
        let mean = |of: &dyn Fn(PremisePair) -> f64| PremisePair::all().map(of).sum::<f64>() / 64.0;
        let near = |value: f64, expected: f64| (value - expected).abs() < 0.0006;
        assert!(near(mean(&|pair| right(pair, Import::Traditional)), 0.414));
        assert!(near(mean(&|pair| right(pair, Import::Modern)), 0.411));
        for (theory, inside, size) in [
            (Theory::Atmosphere, 0.492, 2.0),
            (Theory::Matching, 0.534, 3.0),
            (Theory::Conversion, 0.414, 1.3),
            (Theory::Phm, 0.474, 2.5),
            (Theory::Psycop, 0.446, 1.9),
            (Theory::MentalModels, 0.816, 3.5),
            (Theory::VerbalModels, 0.561, 1.9),
            (Theory::TransSet, 0.442, 1.0),
            (Theory::PhmNvc, 0.619, 2.9),
            // Not published: computed from the engine's predictions and these counts by a second
            // program.
            (Theory::Erotetic, 0.4335, 1.3),
        ] {
            let predicted = |pair| people().predicted(theory, pair);
            let share = mean(&|pair| {
                predicted(pair).iter().map(|c| people().share(Sample::Ragni2016, pair, *c)).sum()
            });
            assert!(near(share, inside), "{theory:?}: {share}");
            let mean_size = mean(&|pair| predicted(pair).len() as f64);
            assert!((mean_size - size).abs() < 0.06, "{theory:?}: {mean_size}");
        }
    }

    #[test]
    fn names_read_back() {
        for pair in PremisePair::all() {
            assert_eq!(pair.to_string().parse(), Ok(pair));
        }
        for theory in Theory::ALL {
            assert_eq!(Theory::named(theory.name()), Some(theory));
        }
        assert!("AA5".parse::<PremisePair>().is_err() && "Xac".parse::<Conclusion>().is_err());
    }
}
