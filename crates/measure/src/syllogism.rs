//! The report on judgements of syllogisms.

use crate::accuracy::accuracy_table;
use crate::belief::belief_table;
use crate::belief_tests::belief_tests_table;
use crate::configurations::configuration_table;
use crate::consistency::{accuracy_consistency_table, consistency_table};
use crate::content_effect::content_table;
use crate::contest::{contest_table, sentences};
use crate::difficulty::{difficulty_table, sufficiency_table};
use crate::external::{external_scores_table, external_table};
use crate::fallacies::fallacy_table;
use crate::over_subjects::{Measured, subject_correlation_table, subject_correlations};
use crate::people::{form_table, likeness_table};
use crate::providers::{provider_table, providers};
use crate::ranking::ranking_table;
use crate::sensitivity::sensitivity_table;
use crate::settings::setting_table;
use crate::shortcut::shortcut_table;
use crate::tiers::tier_table;
use crate::variants::{variant_correlation_table, variant_table};
use crate::voting::{queries_table, rules_table};
use crate::{
    Accuracy, BeliefTest, Benchmarks, Bias, Committed, ConfigurationTest, Consistency,
    ContentScore, Contest, Difficulty, External, Judgement, Likeness, Provider, Providers, Queries,
    Ranked, SEQUENTIAL, Sensitivity, Setting, SettingTest, Shortcut, Shown, SubjectCorrelation,
    Sufficiency, TierTemperature, Variants, accuracies, belief_tests, biases, configuration_tests,
    consistencies, content_scores, contests, difficulties, external, fallacies, forms, groups,
    likenesses, queries, rankings, sensitivities, setting_tests, shortcuts, sufficiencies,
    tier_temperatures, variants,
};
use peirast_stats::voting::Stopping;
use peirast_table::Table;
use peirast_task::{DataError, HumanResponses};
use serde::Serialize;
use thiserror::Error;

/// Reasons why judgements could not be measured; only a bug, caught by a test.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SyllogismError {
    /// The data on people do not parse.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A test rejected its input.
    #[error(transparent)]
    Test(#[from] peirast_stats::Error),
}

/// All measures of judgements of syllogisms.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SyllogismReport {
    /// Accuracy of every group.
    pub accuracy: Vec<Accuracy>,
    /// Belief bias of every group.
    pub belief: Vec<Bias>,
    /// Tests of belief bias over subjects.
    pub belief_tests: Vec<BeliefTest>,
    /// The content effect on every subject.
    pub content: Vec<ContentScore>,
    /// Tests over configurations, as published.
    pub configurations: Vec<ConfigurationTest>,
    /// Tests of strategies.
    pub strategies: Vec<SettingTest>,
    /// Tests of temperatures.
    pub temperatures: Vec<SettingTest>,
    /// Temperatures by tier of subjects.
    pub tiers: Vec<TierTemperature>,
    /// Signal detection for every group.
    pub sensitivity: Vec<Sensitivity>,
    /// Consistency of every group.
    pub consistency: Vec<Consistency>,
    /// Variants, content and order for every group.
    pub variants: Vec<Variants>,
    /// Correlations over subjects.
    pub over_subjects: Vec<SubjectCorrelation>,
    /// Providers of subjects.
    pub providers: Vec<Provider>,
    /// Rankings.
    pub ranking: Vec<Ranked>,
    /// Fallacies that subjects commit.
    pub fallacies: Vec<Committed>,
    /// Subjects compared with people and theories.
    pub people: Vec<Likeness>,
    /// Theories compared by their fit to every subject.
    pub contest: Vec<Contest>,
    /// Verdicts of each subject on every form.
    pub forms: Vec<Shown>,
    /// Items, the hardest first.
    pub items: Vec<Difficulty>,
    /// Sufficiency of the items.
    pub sufficiency: Vec<Sufficiency>,
    /// Accuracy of shortcuts.
    pub shortcuts: Vec<Shortcut>,
    /// Numbers of queries for the votes.
    pub voting: Vec<Queries>,
    /// The sequential rule that is compared with the published one.
    pub sequential: Stopping,
    /// External benchmarks, if scores were given.
    pub benchmarks: Vec<External>,
}

impl SyllogismReport {
    /// Computes all measures. `given` has the providers of subjects whose names do not include one;
    /// `rule` is the voting rule of the study, if there was voting.
    ///
    /// # Errors
    /// [`SyllogismError`]: only a bug, caught by a test.
    pub fn new(
        judgements: &[Judgement],
        scores: Option<&Benchmarks>,
        given: &Providers,
        rule: Option<Stopping>,
    ) -> Result<Self, SyllogismError> {
        // Compared with the published rule.
        let sequential = rule.filter(|rule| matches!(rule, Stopping::Sequential { .. }));
        let sequential = sequential.unwrap_or(SEQUENTIAL);
        let groups = groups(judgements);
        let accuracy = accuracies(&groups);
        let belief = biases(&groups);
        let consistency = consistencies(&groups);
        let variants = variants(&groups);
        // Each has one row for each group, in the same order.
        let measured = accuracy.iter().zip(&belief).zip(&consistency).zip(&variants);
        let measured: Vec<Measured<'_>> = measured
            .map(|(((accuracy, belief), consistency), variants)| Measured {
                accuracy,
                belief,
                consistency,
                variants,
            })
            .collect();
        Ok(Self {
            belief_tests: belief_tests(&belief, &accuracy)?,
            content: content_scores(&groups)?,
            configurations: configuration_tests(&accuracy, &variants)?,
            strategies: setting_tests(judgements, Setting::Strategy)?,
            temperatures: setting_tests(judgements, Setting::Temperature)?,
            tiers: tier_temperatures(judgements, &accuracy)?,
            providers: providers(&measured, given)?,
            benchmarks: scores
                .map(|scores| external(&accuracy, &belief, scores))
                .unwrap_or_default(),
            over_subjects: subject_correlations(&measured)?,
            belief,
            sensitivity: sensitivities(&groups),
            consistency,
            variants,
            ranking: rankings(&accuracy),
            fallacies: fallacies(&groups),
            people: likenesses(&groups)?,
            contest: contests(&groups, HumanResponses::get()?)?,
            forms: forms(&groups)?,
            items: difficulties(judgements),
            sufficiency: sufficiencies(&groups),
            shortcuts: shortcuts(judgements),
            voting: queries(judgements, sequential),
            sequential,
            accuracy,
        })
    }

    /// The tables, in reading order; tables without rows are left out.
    pub fn tables(&self) -> Vec<Table<'static>> {
        let mut tables = vec![
            accuracy_table(&self.accuracy),
            belief_table(&self.belief),
            belief_tests_table(&self.belief_tests),
            content_table(&self.content),
            configuration_table(&self.configurations),
            setting_table(Setting::Strategy, &self.strategies),
            setting_table(Setting::Temperature, &self.temperatures),
            tier_table(&self.tiers),
            sensitivity_table(&self.sensitivity),
            consistency_table(&self.consistency),
            variant_table(&self.variants),
            variant_correlation_table(&self.variants),
            subject_correlation_table(&self.over_subjects),
            accuracy_consistency_table(&self.accuracy, &self.consistency),
            provider_table(&self.providers),
            ranking_table(&self.ranking),
            fallacy_table(&self.fallacies),
            likeness_table(&self.people, &sentences(&self.contest)),
            contest_table(&self.contest),
            form_table(&self.forms),
            difficulty_table(&self.items),
            sufficiency_table(&self.sufficiency),
            shortcut_table(&self.shortcuts),
            queries_table(&self.voting),
            external_table(&self.benchmarks),
            external_scores_table(&self.benchmarks),
        ];
        if !self.voting.is_empty() {
            tables.push(rules_table(self.sequential));
        }
        tables.retain(|table| !table.rows.is_empty());
        tables
    }
}
