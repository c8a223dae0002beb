//! Joining the metadata of run directories, when their stores are merged.

use crate::error::{Result, bail};
use crate::hints::how_to_end;
use crate::money::{join_given, join_in_flight, join_longest};
use crate::options::ModelAccess;
use crate::run_dir::{
    MERGING, UNFINISHED, announcement, check_merged, check_strategies, check_temperatures,
    endpoints, parsed, registration, set_announcement, set_endpoints, set_registration, set_study,
    set_translator, set_unsent, stored_study, translators, unsent,
};
use peirast_record::{Contrast, Study};
use peirast_store::{Store, Submission, SubmissionStage};

/// Metadata that must be the same in all merged stores: its key, and its name in messages.
const SAME: [(&str, &str); 2] = [("kind", "kinds of answers"), ("design", "designs")];

/// Checks that stores can be merged.
pub(super) async fn check_mergeable(stores: &[Store]) -> Result<()> {
    let Some((first, others)) = stores.split_first() else { return Ok(()) };
    for store in stores {
        check_merged(store).await?;
    }
    if first.meta("kind").await?.is_none() {
        bail!(Conflict, "{} holds no finished plan: {UNFINISHED}", first.dir().display());
    }
    for store in stores {
        check_settled(store).await?;
    }
    for other in others {
        check_pair(first, other).await?;
    }
    Ok(())
}

/// Checks that a store has no open batch: questions in it would be asked, and paid for, twice.
async fn check_settled(store: &Store) -> Result<()> {
    let dir = store.dir().display();
    match store.submissions().await?.iter().find(|one| one.stage.is_open()) {
        None => Ok(()),
        Some(one) => bail!(
            Conflict,
            "batch {} of {dir} is under way: {}, and merge then",
            one.number,
            how_to_end(store, one, &ModelAccess::default())
        ),
    }
}

/// Checks that the target of a merge holds the same study as the sources.
pub(super) async fn check_joins(target: &Store, sources: &[Store]) -> Result<()> {
    if target.meta("kind").await?.is_none() {
        return Ok(());
    }
    for source in sources {
        check_pair(target, source).await?;
    }
    Ok(())
}

async fn check_pair(one: &Store, other: &Store) -> Result<()> {
    let (here, there) = (one.dir().display(), other.dir().display());
    for (name, what) in SAME {
        let (a, b) = (one.meta(name).await?, other.meta(name).await?);
        if a != b {
            let (a, b) = (a.as_deref().unwrap_or("none"), b.as_deref().unwrap_or("none"));
            bail!(
                Conflict,
                "{here} and {there} hold different {what} ({a}; {b}): only runs of one study can be \
                 merged"
            );
        }
    }
    let Some(a) = stored_study(one).await? else { return Ok(()) };
    let b: Study = parsed(other, "study").await?;
    if a.id != b.id {
        bail!(Conflict, "{here} holds answers to the study `{}`, {there} to `{}`", a.id, b.id);
    }
    for hypothesis in &b.hypotheses {
        if a.hypotheses.iter().any(|known| known.id == hypothesis.id && known != hypothesis) {
            bail!(
                Conflict,
                "{here} and {there} mean different things by the hypothesis {}: give one of them \
                 another id",
                hypothesis.id
            );
        }
    }
    check_temperatures(one, &b, &a)?;
    check_strategies(one, &b, &a)?;
    let known = endpoints(one).await?;
    for (subject, endpoint) in endpoints(other).await? {
        if known.get(&subject).is_some_and(|known| *known != endpoint) {
            bail!(
                Conflict,
                "{subject} answers from another endpoint in {there} than in {here}: two answers to \
                 one question cannot be paired"
            );
        }
    }
    Ok(())
}

/// Merges the metadata of `sources` into `target`, with lists in the order of the stores.
pub(super) async fn join(target: &Store, sources: &[Store]) -> Result<()> {
    let is_described = target.meta("kind").await?.is_some();
    let all: Vec<&Store> = is_described.then_some(target).into_iter().chain(sources).collect();
    let Some((first, others)) = all.split_first() else { return Ok(()) };
    let kind = first.meta("kind").await?.unwrap_or_default();
    if let Some(mut study) = stored_study(first).await? {
        let mut contrasts: Vec<Contrast> = parsed(first, "contrasts").await?;
        for other in others {
            let more: Study = parsed(other, "study").await?;
            let known = study.hypotheses.clone();
            let new = |h: &&_| !known.contains(h);
            let added: Vec<_> = more.hypotheses.iter().filter(new).cloned().collect();
            study = more.continuing(&study);
            study.hypotheses = known.into_iter().chain(added).collect();
            for contrast in parsed::<Vec<Contrast>>(other, "contrasts").await? {
                if !contrasts.contains(&contrast) {
                    contrasts.push(contrast);
                }
            }
        }
        for store in &all {
            let known = endpoints(store).await?;
            set_endpoints(target, known.iter().map(|(s, e)| (s.as_str(), e.as_str()))).await?;
        }
        set_study(target, &study, &contrasts).await?;
        for store in &all {
            if let Some(registration) = registration(store).await? {
                set_registration(target, &registration).await?;
            }
        }
    }
    for source in sources {
        set_unsent(target, &unsent(source).await?).await?;
        for (subject, endpoint) in translators(source).await? {
            set_translator(target, &subject, &endpoint).await?;
        }
        take_over_batches(target, source).await?;
        join_in_flight(target, source).await?;
        join_given(target, source).await?;
        join_longest(target, source).await?;
        join_announcements(target, source).await?;
    }
    target.set_meta("version", peirast_record::VERSION).await?;
    target.set_meta("kind", &kind).await?;
    Ok(target.remove_meta(MERGING).await?)
}

/// Merges the announced costs.
async fn join_announcements(target: &Store, source: &Store) -> Result<()> {
    let (mut all, more) = (announcement(target).await?, announcement(source).await?);
    if more.is_empty() {
        return Ok(());
    }
    all.merge(more);
    set_announcement(target, &all).await
}

/// Copies the records of ended batches, whose answers cost less. A batch keeps its provider's id
/// and gets a new number.
async fn take_over_batches(target: &Store, source: &Store) -> Result<()> {
    let known = target.submissions().await?;
    for one in source.submissions().await? {
        let is_it = |other: &Submission| {
            (&other.subject, &other.endpoint, &other.job, other.handed_in_us)
                == (&one.subject, &one.endpoint, &one.job, one.handed_in_us)
        };
        let there = known.iter().any(is_it);
        if matches!(one.stage, SubmissionStage::Collected | SubmissionStage::Forgotten) && !there {
            let keys = source.submitted(one.number).await?;
            target.submit(one, &keys).await?;
        }
    }
    Ok(())
}
