//! Sampling of subjects: the settings of a study, and those that each subject can be sent.

use crate::error::{Context as _, Result, bail};
use crate::event::{EventSink, NoticeCode};
use peirast_llm::{Fit, Subject};
use peirast_record::{Sampling, Setting, Study};
use peirast_report::escape_line;
use std::collections::BTreeSet;

/// The samplings of one subject of a study.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SubjectSampling {
    /// A sampling for each temperature.
    pub samplings: Vec<Sampling>,
    /// Settings that are left out because the subject does not take them.
    pub unsent: BTreeSet<Setting>,
}

/// Returns the samplings of a study: one for each temperature.
pub fn samplings(study: &Study) -> Vec<Sampling> {
    if study.temperatures.is_empty() {
        return vec![study.sampling.clone()];
    }
    // -0 is 0.
    let at = |t: &f64| Sampling { temperature: Some(t + 0.0), ..study.sampling.clone() };
    study.temperatures.iter().map(at).collect()
}

/// Returns the part of a study's samplings that a subject is sent. A setting that it does not take is left out,
/// with a notice, if the study sends it only where it is taken, or if that is allowed for all.
pub fn sent(
    subject: &dyn Subject,
    study: &Study,
    allow_unsent: bool,
    events: &dyn EventSink,
) -> Result<SubjectSampling> {
    let samplings = samplings(study);
    let fits: Vec<Fit> = samplings.iter().map(|sampling| subject.fit(sampling)).collect();
    let unsent: BTreeSet<Setting> =
        fits.iter().flat_map(|fit| &fit.unsent).map(|unsent| unsent.setting).collect();
    if unsent.contains(&Setting::Temperature) && samplings.len() > 1 {
        bail!(Subject, "{}", one_temperature(subject.name(), &fits, &samplings));
    }
    let may_be_unsent = allow_unsent || unsent.iter().all(|one| study.if_taken.contains(one));
    check(subject.name(), &fits, may_be_unsent, events)?;
    let samplings: Vec<Sampling> =
        fits.iter().zip(&samplings).map(|(fit, one)| fit.sendable(one)).collect();
    for sent in &samplings {
        sent.check().with_context(|| format!("settings of `{}`", escape_line(subject.name())))?;
    }
    Ok(SubjectSampling { samplings, unsent })
}

/// Returns the message for a subject that takes no temperature, in a study that asks at several.
fn one_temperature(name: &str, fits: &[Fit], samplings: &[Sampling]) -> String {
    let several: Vec<String> =
        samplings.iter().filter_map(|one| Some(one.temperature?.to_string())).collect();
    let one = several.first().map_or("0", String::as_str);
    format!(
        "`{}`: {}, and the study asks at several ({}): ask it with --temperature \
         {one} --allow-unsent, into a directory of its own; then none is sent, and that is recorded",
        escape_line(name),
        whys(fits),
        several.join(", ")
    )
}

/// Returns the part of a sampling that a subject takes; a notice names what is left out.
pub fn sendable(
    subject: &dyn Subject,
    sampling: &Sampling,
    events: &dyn EventSink,
) -> Result<Sampling> {
    let fit = subject.fit(sampling);
    check(subject.name(), std::slice::from_ref(&fit), true, events)?;
    Ok(fit.sendable(sampling))
}

fn check(name: &str, fits: &[Fit], may_be_unsent: bool, events: &dyn EventSink) -> Result<()> {
    let name = escape_line(name);
    if let Some(setting) = fits.iter().find_map(|fit| fit.missing.first()) {
        let field = setting.as_str().replace('-', "_");
        bail!(
            Subject,
            "`{name}` wants a value for {setting}: give --{setting}, or {field} under [sampling] in \
             the study file"
        );
    }
    let why = whys(fits);
    match (why.is_empty(), may_be_unsent) {
        (true, _) => {}
        (false, true) => {
            events.notice(
                NoticeCode::NotSent,
                &format!("`{name}` is asked without some settings: {why}"),
            );
        }
        (false, false) => bail!(
            Subject,
            "`{name}`: {why}. Add --allow-unsent to the command to ask without the settings that \
             cannot be sent, which is recorded; or remove them from the command or from [sampling] \
             in the study file"
        ),
    }
    Ok(())
}

/// Returns the reasons why settings cannot be sent, each once.
fn whys(fits: &[Fit]) -> String {
    let mut whys: Vec<&str> = Vec::new();
    for unsent in fits.iter().flat_map(|fit| &fit.unsent) {
        if !whys.contains(&unsent.why.as_str()) {
            whys.push(&unsent.why);
        }
    }
    escape_line(&whys.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::NoEvents;
    use peirast_llm::{HostedModel, Providers, Timeouts};

    fn hosted(name: &str) -> HostedModel {
        let terms = Providers::built_in().expect("a table").terms(name).expect("terms");
        let url = terms.url(&|_| None).expect("a URL");
        HostedModel::with_terms(terms, &url, None, Timeouts::default()).expect("a subject")
    }

    fn study(sampling: &str) -> Study {
        let text = format!(
            "id = \"s\"\ntitle = \"S\"\nseed = 1\nsubjects = []\n{sampling}\n[[family]]\nname = \"etr\"\nn = 1"
        );
        toml::from_str(&text).expect("a study")
    }

    #[test]
    fn what_can_be_sent_is_sent() {
        let study = study("sampling = { max_tokens = 3000, thinking_budget = 2400 }");
        let sent =
            sent(&hosted("anthropic/claude-sonnet-4-5"), &study, false, &NoEvents).expect("sent");
        assert_eq!(
            sent,
            SubjectSampling { samplings: vec![study.sampling], unsent: BTreeSet::new() }
        );
    }

    #[test]
    fn what_cannot_be_sent_is_refused_or_left_out() {
        let study = study("sampling = { temperature = 0.0, seed = 1, max_tokens = 500 }");
        let subject = hosted("openai/o3");
        let error =
            super::sent(&subject, &study, false, &NoEvents).expect_err("refused").to_string();
        assert!(error.contains("openai takes no temperature for o3"), "{error}");
        assert!(error.contains("--allow-unsent"), "{error}");
        let sent = super::sent(&subject, &study, true, &NoEvents).expect("sent");
        assert_eq!(sent.unsent, BTreeSet::from([Setting::Temperature]));
        let left = Sampling { temperature: None, ..study.sampling };
        assert_eq!(sent.samplings, [left]);
    }

    #[test]
    fn what_is_sent_if_taken_is_left_out_without_leave() {
        let study = study(
            "if_taken = [\"thinking-budget\"]\n\
             sampling = { max_tokens = 3000, thinking_budget = 2400, top_p = 0.5 }",
        );
        let strict = Study { if_taken: Vec::new(), ..study.clone() };
        let gpt = hosted("openai/gpt-4o");
        let plain = sent(&gpt, &study, false, &NoEvents).expect("sent");
        assert_eq!(plain.samplings, [Sampling { thinking_budget: None, ..study.sampling.clone() }]);
        assert_eq!(plain.unsent, BTreeSet::from([Setting::ThinkingBudget]));
        let error = sent(&gpt, &strict, false, &NoEvents).expect_err("refused").to_string();
        assert!(error.contains("Add --allow-unsent to the command"), "{error}");
        // Another setting is still an error.
        assert!(sent(&hosted("openai/o3"), &study, false, &NoEvents).is_err());
        assert!(sent(&hosted("openai/o3"), &study, true, &NoEvents).is_ok());
    }

    /// A budget that leaves no room is an error only for models that it is sent to.
    #[test]
    fn only_what_is_sent_is_checked() {
        let study = study(
            "if_taken = [\"thinking-budget\"]\nsampling = { max_tokens = 60, thinking_budget = 2400 }",
        );
        let plain = sent(&hosted("openai/gpt-4o"), &study, false, &NoEvents).expect("sent");
        assert_eq!(plain.samplings, [Sampling { max_tokens: Some(60), ..Sampling::default() }]);
        let error = sent(&hosted("anthropic/claude-sonnet-4-5"), &study, false, &NoEvents);
        let error = error.expect_err("refused");
        assert_eq!(error.to_string(), "settings of `anthropic/claude-sonnet-4-5`");
        let cause = std::error::Error::source(&error).expect("a cause").to_string();
        assert!(cause.starts_with("thinking_budget 2400: leaves no room"), "{cause}");
    }

    #[test]
    fn several_temperatures_cannot_be_left_out() {
        let study = study("temperatures = [0.0, 0.7]\nsampling = { max_tokens = 500 }");
        for allow_unsent in [false, true] {
            let refused = super::sent(&hosted("openai/o3"), &study, allow_unsent, &NoEvents);
            let error = refused.expect_err("refused").to_string();
            assert_eq!(error.matches("openai takes no temperature for o3").count(), 1, "{error}");
            assert!(error.contains("with --temperature 0 --allow-unsent"), "{error}");
        }
        assert_eq!(
            super::sent(&hosted("openai/gpt-4o"), &study, false, &NoEvents)
                .expect("sent")
                .samplings
                .len(),
            2
        );
    }

    #[test]
    fn what_a_subject_needs_is_asked_for() {
        let error =
            super::sent(&hosted("anthropic/claude-sonnet-4-5"), &study(""), true, &NoEvents);
        let error = error.expect_err("refused").to_string();
        assert!(error.contains("give --max-tokens, or max_tokens under [sampling]"), "{error}");
    }
}
