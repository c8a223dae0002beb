//! A worker: one of any number of processes that ask the stored plan of one run.

use super::round::{observed, process_name};
use crate::batch::check_free;
use crate::error::{Context as _, Result, bail};
use crate::event::{NoticeCode, RoundSubject, SharedSink};
use crate::hints::leading_to;
use crate::open_files::accounts;
use crate::options::ModelAccess;
use crate::run_dir::{self, StoredKind};
use crate::subjects::{ProblemContext, SubjectFactory, subject};
use peirast_llm::Subject;
use peirast_record::{Catalogue, Study, is_simulated};
use peirast_run::{Cancel, Runner, Summary};
use peirast_store::{Store, SubjectPlan};
use peirast_task::Protocols;
use peirast_throttle::{Limits, RetryPolicy};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Options of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Subjects that it asks; empty for all that are planned.
    pub subjects: Vec<String>,
    /// Access to live models.
    pub access: ModelAccess,
    /// Timeout of one answer.
    pub timeout: Duration,
    /// Attempts per question before it is left for a later worker.
    pub attempts: u32,
    /// Time without a renewal after which other workers take over the questions of this one.
    pub lease: Duration,
    /// True to wait for questions that are planned later, until cancelled.
    pub wait: bool,
    /// Limits of every account.
    pub limits: Limits,
    /// Time that a cancelled worker waits for requests in flight before it drops them.
    pub grace: Duration,
}

/// Asks the planned questions of a store that have no answer.
///
/// # Errors
/// A store without a study, a subject that cannot be reached, nothing that this worker can ask.
pub async fn work(
    store: &Store,
    options: &WorkerOptions,
    events: &SharedSink,
    cancel: &Cancel,
) -> Result<Summary> {
    let kind = run_dir::kind(store).await?;
    let StoredKind::Study { study, .. } = &kind else {
        bail!(
            Conflict,
            "{} holds imported answers: there is nothing to ask",
            store.path().display()
        );
    };
    let subjects = subjects(store, study, options, events).await?;
    let names = subjects.iter().map(|(subject, _)| subject.name());
    check_free(store, names, &options.access).await?;
    let accounts = accounts(options.limits, events.as_ref());
    let mut runner = Runner::new(store.clone(), BTreeMap::new())
        .retry(RetryPolicy { max_attempts: options.attempts, ..RetryPolicy::default() })
        .name(process_name())
        .lease(options.lease)
        .grace(options.grace)
        .forever(options.wait && store.is_shared())
        .cancel(cancel.clone());
    let round: Vec<RoundSubject> =
        subjects.iter().map(|(subject, plan)| RoundSubject::new(&**subject, plan.trials)).collect();
    for (subject, _) in subjects {
        runner = runner.planned(subject);
    }
    observed(runner, &round, &accounts, events, &Arc::default()).await
}

/// Returns the subjects with open questions that this worker can ask.
async fn subjects(
    store: &Store,
    study: &Study,
    options: &WorkerOptions,
    events: &SharedSink,
) -> Result<Vec<(Arc<dyn Subject>, SubjectPlan)>> {
    let plans = store.subject_plans().await?;
    let planned = |name: &&String| plans.iter().any(|plan| plan.subject == **name);
    if let Some(unknown) = options.subjects.iter().find(|name| !planned(name)) {
        bail!(Subject, "nothing is planned for `{unknown}` in {}", store.path().display());
    }
    // Only simulated subjects need the problems, of which there may be many.
    let problems = match plans.iter().any(|plan| is_simulated(&plan.subject)) {
        true => store.load_problems().await?.into_values().collect(),
        false => Vec::new(),
    };
    let context = ProblemContext {
        problems: Catalogue::new(Arc::new(problems)),
        protocols: Arc::new(Protocols::new(study)),
    };
    let factory =
        SubjectFactory::new(&options.access, options.timeout, true, events)?.with_placed(study);
    let (mut subjects, mut left_out) = (Vec::new(), false);
    for plan in plans {
        let wanted = options.subjects.is_empty() || options.subjects.contains(&plan.subject);
        if !wanted || (plan.answered == plan.trials && !options.wait) {
            continue;
        }
        let made = |factory: &SubjectFactory| {
            subject(&plan.subject, factory, study.seed, &context)
                .with_context(|| format!("asking what is planned in {}", store.path().display()))
        };
        // A key is never sent to an address from a database: the user names the server. A missing
        // key is an error only if the address is right.
        let reached = made(&factory.keyless())?;
        if reached.endpoint() == plan.endpoint {
            subjects.push((made(&factory)?, plan));
        } else {
            left_out = true;
            let message = format!(
                "{} is planned at {}, and this worker would reach it at {}: left out; start one with{}",
                plan.subject,
                plan.endpoint,
                reached.endpoint(),
                leading_to(&options.access, &plan.subject, &plan.endpoint).as_arguments()
            );
            events.notice(NoticeCode::LeftOut, &message);
        }
    }
    if subjects.is_empty() && (options.wait || left_out) {
        bail!(Plan, "nothing is planned that this worker can ask: plan first, then start it");
    }
    Ok(subjects)
}
