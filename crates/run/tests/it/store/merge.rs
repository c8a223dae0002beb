//! Merging stores: a union that does not depend on the order of the stores.

use crate::common::{Scripted, insert_trials, plan, reply};
use futures::TryStreamExt as _;
use peirast_record::{ErrorKind, FinishReason, Key, Response, Trial, Usage};
use peirast_store::{Batch, FailedAttempt, MergeError, Store, StoreCounts};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// Content of a store for some of eight trials: answers (text and sending time) and failures. An
/// answer that was asked for precedes one that was reused.
#[derive(Clone, Debug, Default)]
struct Content {
    planned: Vec<usize>,
    answers: BTreeMap<usize, (u8, i64)>,
    /// Answers that were reused from elsewhere.
    taken: BTreeMap<usize, (u8, i64)>,
    failures: Vec<(usize, i64)>,
}

fn content() -> impl Strategy<Value = Content> {
    let answers = || prop::collection::btree_map(0_usize..8, (0_u8..3, 0_i64..4), 0..6);
    let failures = prop::collection::vec((0_usize..8, 0_i64..3), 0..4);
    (prop::collection::vec(0_usize..8, 0..8), answers(), answers(), failures).prop_map(
        |(planned, answers, mut taken, mut failures)| {
            taken.retain(|n, _| !answers.contains_key(n));
            failures.sort_unstable();
            failures.dedup();
            Content { planned, answers, taken, failures }
        },
    )
}

fn response(trial: &Trial, text: u8, sent_us: i64) -> Response {
    Response {
        trial: trial.key.clone(),
        attempts: 1,
        request: "{}".to_owned(),
        body: format!("body {text}\u{0}"),
        text: format!("text {text}"),
        finish: FinishReason::Stop,
        usage: Usage::default(),
        model: None,
        sent_us,
        elapsed_us: 0,
    }
}

async fn made(dir: &Path, content: &Content) -> Store {
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (prompts, trials) = plan(&subject, 8);
    let store = Store::create(dir).await.expect("a store");
    let asked = content.answers.keys().chain(content.taken.keys());
    let asked = asked.chain(content.failures.iter().map(|(n, _)| n));
    let planned: Vec<Trial> = asked.chain(&content.planned).map(|n| trials[*n].clone()).collect();
    let prompts: Vec<_> = prompts.into_values().collect();
    let responses = |answers: &BTreeMap<usize, (u8, i64)>| -> Vec<Response> {
        answers.iter().map(|(n, (text, sent))| response(&trials[*n], *text, *sent)).collect()
    };
    let (responses, taken) = (responses(&content.answers), responses(&content.taken));
    let failures: Vec<_> = content
        .failures
        .iter()
        .map(|(n, at_us)| FailedAttempt {
            trial: trials[*n].key.clone(),
            attempt: 1,
            kind: ErrorKind::Timeout,
            status: None,
            message: "no".to_owned(),
            at_us: *at_us,
            body: None,
            was_sent: true,
        })
        .collect();
    let batch = Batch {
        prompts: &prompts,
        trials: &[("scripted/1", &planned)],
        responses: &responses,
        failures: &failures,
        ..Batch::default()
    };
    store.write(&batch).await.expect("a write");
    let taken = Batch { responses: &taken, reused_from: Some("elsewhere"), ..Batch::default() };
    store.write(&taken).await.expect("a write");
    store
}

/// Returns the whole content of a store, for comparison, with the origin of its answers.
async fn held(store: &Store) -> (Vec<Trial>, Vec<String>, StoreCounts) {
    let trials = store.load_trials().await.expect("trials");
    let mut lines = Vec::new();
    let reused = store.reused_keys().await.expect("keys");
    for trial in &trials {
        let exchange = store.find(&trial.key.text()).await.expect("an exchange");
        let response = exchange.response.as_ref().map(Response::digest);
        let paid = !reused.contains(&trial.key);
        lines.push(format!("{} {response:?} {paid} {:?}", exchange.endpoint, exchange.failures));
    }
    (trials, lines, store.counts().await.expect("counts"))
}

async fn merged(dir: &Path, sources: &[&Store]) -> Store {
    let store = Store::create(dir).await.expect("a store");
    let sources: Vec<Store> = sources.iter().map(|store| (*store).clone()).collect();
    store.merge(&sources).await.expect("a merge");
    store
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn merging_is_a_union(a in content(), b in content(), c in content()) {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let dir = tempfile::tempdir().expect("a directory");
            let at = |name: &str| dir.path().join(name);
            let (a, b, c) = (made(&at("a"), &a).await, made(&at("b"), &b).await, made(&at("c"), &c).await);
            let all = merged(&at("abc"), &[&a, &b, &c]).await;
            let expected = held(&all).await;
            // In any order of the stores.
            prop_assert_eq!(&held(&merged(&at("cab"), &[&c, &a, &b]).await).await, &expected);
            // In any grouping.
            let ab = merged(&at("ab"), &[&a, &b]).await;
            prop_assert_eq!(&held(&merged(&at("ab-c"), &[&ab, &c]).await).await, &expected);
            let bc = merged(&at("bc"), &[&b, &c]).await;
            prop_assert_eq!(&held(&merged(&at("a-bc"), &[&a, &bc]).await).await, &expected);
            // Any number of times.
            let again = all.merge(&[a.clone(), b.clone(), a.clone()]).await.expect("a merge");
            prop_assert_eq!((again.trials, again.responses, again.failures), (0, 0, 0));
            prop_assert_eq!(&held(&all).await, &expected);
            // Nothing of any store is lost.
            for one in [&a, &b, &c] {
                let whole = held(one).await;
                prop_assert!(whole.0.iter().all(|trial| expected.0.contains(trial)));
            }
            let alone = merged(&at("alone"), &[&a]).await;
            prop_assert_eq!(held(&alone).await, held(&a).await);
            Ok(())
        })?;
    }
}

#[tokio::test]
async fn of_two_answers_the_first_received_counts_and_the_other_is_kept() {
    let dir = tempfile::tempdir().expect("a directory");
    let one = Content { answers: BTreeMap::from([(3, (1, 20))]), ..Content::default() };
    let two = Content { answers: BTreeMap::from([(3, (2, 10))]), ..Content::default() };
    let one = made(&dir.path().join("one"), &one).await;
    let two = made(&dir.path().join("two"), &two).await;
    let target = Store::create(dir.path().join("both")).await.expect("a store");
    let done = target.merge(&[one.clone(), two]).await.expect("a merge");
    let key: Vec<Key> = done.answered_twice.into_iter().collect();
    assert_eq!((done.responses, key.len()), (1, 1));
    let kept = target.find(&key[0].text()).await.expect("an exchange").response;
    assert_eq!(kept.expect("a response").text, "text 2");
    assert_eq!(target.counts().await.expect("counts").duplicates, 1);

    // The content of the target stays.
    let later = target.merge(&[one]).await.expect("a merge");
    assert_eq!(later.responses, 0);
    let kept = target.find(&key[0].text()).await.expect("an exchange").response;
    assert_eq!(kept.expect("a response").text, "text 2");
    assert_eq!(target.counts().await.expect("counts").duplicates, 1);
}

#[tokio::test]
async fn stores_of_different_studies_are_refused_and_nothing_is_merged() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut stores = Vec::new();
    for text in ["one", "other"] {
        let store = Store::create(dir.path().join(text)).await.expect("a store");
        let mut problem = crate::common::problem(7);
        problem.truth.why = text.to_owned();
        store.insert_problems(&[problem, crate::common::problem(8)]).await.expect("problems");
        stores.push(store);
    }
    let target = Store::create(dir.path().join("both")).await.expect("a store");
    let error = target.merge(&stores).await.expect_err("other problems");
    assert!(matches!(error, MergeError::Differ { .. }), "{error:?}");
    assert!(error.to_string().contains("family/1/00007") && !error.to_string().contains("00008"));
    assert_eq!(target.counts().await.expect("counts"), StoreCounts::default());
}

#[tokio::test]
async fn a_question_asked_again_is_a_question_answered() {
    let dir = tempfile::tempdir().expect("a directory");
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (prompts, trials) = plan(&subject, 8);
    let there = Content { answers: (0..5).map(|n| (n, (1, 1))).collect(), ..Content::default() };
    let there = made(&dir.path().join("there"), &there).await;
    let answered = Content { answers: BTreeMap::from([(4, (2, 2))]), ..Content::default() };
    let here = made(&dir.path().join("here"), &answered).await;
    let wanted = &trials[2..];
    let taken = here.reuse(&there, "there", "scripted/1", wanted, &prompts).await;
    assert_eq!(taken.expect("answers"), 2, "of 2, 3 and 4 the last has an answer");
    let counts = here.counts().await.expect("counts");
    assert_eq!((counts.responses, counts.reused, counts.duplicates), (3, 2, 0));
    let again = here.reuse(&there, "there", "scripted/1", wanted, &prompts).await;
    assert_eq!(again.expect("nothing"), 0);

    // If both are present, every answer was paid for there, in any order of merging.
    let reused = here.reused_keys().await.expect("keys");
    assert_eq!(reused, [trials[2].key.clone(), trials[3].key.clone()].into());
    for (name, steps) in
        [("at once", vec![vec![&here, &there]]), ("one by one", vec![vec![&here], vec![&there]])]
    {
        let target = Store::create(dir.path().join(name)).await.expect("a store");
        for sources in steps {
            let sources: Vec<Store> = sources.into_iter().cloned().collect();
            target.merge(&sources).await.expect("a merge");
            target.merge(&sources).await.expect("the same once more");
        }
        assert_eq!(target.reused_keys().await.expect("keys"), [].into(), "{name}");
        target.merge(std::slice::from_ref(&here)).await.expect("a merge");
        assert_eq!(target.reused_keys().await.expect("keys"), [].into(), "{name}");
    }
}

/// Returns the paid answers of a store: their texts, duplicates included, and the number of answers
/// that cost nothing.
async fn paid(store: &Store) -> (Vec<String>, u64) {
    let reused = store.reused_keys().await.expect("keys");
    let mut texts = Vec::new();
    for one in store.load_answered().await.expect("answers") {
        if !reused.contains(&one.trial.key) {
            texts.push(one.text);
        }
    }
    let second = store.billed_second().try_collect::<Vec<_>>().await.expect("bills");
    texts.extend(second.iter().map(|one| format!("second at {}", one.sent_us)));
    (texts, reused.len() as u64)
}

#[tokio::test]
async fn just_those_answers_were_paid_for_that_were_asked_for() {
    let dir = tempfile::tempdir().expect("a directory");
    let at = |name: &str| dir.path().join(name);
    let of = |answer| Content { answers: BTreeMap::from([(3, answer)]), ..Content::default() };
    let (early, late) = ((1, 10), (2, 20));
    for (name, taken, own, expected) in [
        // The reused answer came first and counts; another was asked for.
        ("first", early, late, (vec!["second at 20".to_owned()], 1)),
        // It came second, and the store is the one that paid for it.
        ("second", late, early, (vec!["text 1".to_owned()], 0)),
    ] {
        let there = made(&at(&format!("{name}-there")), &of(taken)).await;
        let taker = Content { taken: BTreeMap::from([(3, taken)]), ..Content::default() };
        let taker = made(&at(&format!("{name}-taker")), &taker).await;
        let asker = made(&at(&format!("{name}-asker")), &of(own)).await;
        let one = merged(&at(&format!("{name}-ta")), &[&taker, &asker]).await;
        let other = merged(&at(&format!("{name}-at")), &[&asker, &taker]).await;
        assert_eq!((paid(&one).await, paid(&other).await), (expected.clone(), expected));
        let twice = one.merge(&[taker.clone(), asker.clone()]).await.expect("a merge");
        assert_eq!(twice.responses, 0);
        assert_eq!(paid(&one).await, paid(&other).await, "{name}");
        // Into the directory that reused it, whose answer stays.
        taker.merge(std::slice::from_ref(&asker)).await.expect("a merge");
        assert_eq!(paid(&taker).await, (vec![format!("second at {}", own.1)], 1), "{name}");
        // Merged with the store that paid for it, both were paid for, in every place.
        for store in [&one, &other, &taker] {
            store.merge(std::slice::from_ref(&there)).await.expect("a merge");
            let (texts, taken_over) = paid(store).await;
            assert_eq!((texts.len(), taken_over), (2, 0), "{name}: {texts:?}");
        }
    }
}

#[tokio::test]
async fn trials_are_found_by_what_they_lack_and_what_they_are_for() {
    let dir = tempfile::tempdir().expect("a directory");
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (prompts, trials) = plan(&subject, 3);
    let content = Content { answers: BTreeMap::from([(1, (1, 1))]), ..Content::default() };
    let store = made(&dir.path().join("one"), &content).await;
    let prompt = &prompts[&trials[0].prompt];
    let control = trials[0].control(prompt, "scripted/1");
    insert_trials(&store, &trials).await;
    insert_trials(&store, std::slice::from_ref(&control)).await;
    let answered = store.answered_keys().await.expect("keys");
    assert_eq!(answered.len(), 1);
    let mut open: Vec<Trial> = trials.iter().chain([&control]).cloned().collect();
    open.retain(|trial| !answered.contains(&trial.key));
    open.sort_by(|a, b| a.key.cmp(&b.key));
    assert_eq!(store.load_unanswered().await.expect("trials"), open);
    assert_eq!(store.load_controls().await.expect("trials"), [control]);
}
