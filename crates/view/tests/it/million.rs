//! Pages of a million answers are fast: every page is made in a tenth of a second.
//!
//! Takes a minute and a gigabyte, and is meaningful only in a release build: `cargo test --release
//! -p peirast-view --test it -- --ignored --nocapture million::`

use crate::support::{Made, links};
use std::time::{Duration, Instant};

/// The longest that a page may take.
const MOST: Duration = Duration::from_millis(100);

#[test]
#[ignore = "measures a release build"]
fn every_page_over_a_million_answers_takes_less_than_a_tenth_of_a_second() {
    let made = Made { subjects: 10, protocols: 10, items: 5000, ..Made::default() };
    let begun = Instant::now();
    let library = made.library();
    println!("{:>9.1} s  reading the answers", begun.elapsed().as_secs_f64());
    let rows = made.show(&library, "/run/made/hypothesis/H1").text();
    let comparison =
        links(&rows).into_iter().find(|link| link.matches('/').count() == 6).expect("a comparison");
    let list = made.show(&library, &format!("{comparison}/pairs")).text();
    let answers = made.show(&library, "/run/made/answers").text();
    let first = |page: &str, part: &str| {
        links(page).into_iter().find(|link| link.contains(part)).expect("a link")
    };
    let targets = [
        "/".to_owned(),
        "/help".to_owned(),
        "/run/made".to_owned(),
        "/run/made/progress".to_owned(),
        "/run/made/progress.json".to_owned(),
        "/run/made/figures".to_owned(),
        "/run/made/hypothesis/H1".to_owned(),
        comparison.clone(),
        format!("{comparison}/pairs"),
        format!("{comparison}/pairs?cell=n12&sort=cell&page=9"),
        first(&list, "/pair/"),
        first(&answers, "/answer/"),
        "/run/made/answers".to_owned(),
        "/run/made/answers?page=20000".to_owned(),
        "/run/made/answers?sort=subject&page=777".to_owned(),
        "/run/made/answers?sort=answer".to_owned(),
        "/run/made/answers?sort=grade&page=10000".to_owned(),
        "/run/made/answers?grade=wrong&f.context=irrelevant&sort=item".to_owned(),
        "/run/made/answers?like=4999".to_owned(),
        "/run/made/answers?item=made%2F004999".to_owned(),
        "/compare?a=made&b=made".to_owned(),
        "/compare?a=made&b=made&fate=both-wrong&page=9".to_owned(),
        "/run/made/regrade?treatment=as-wrong".to_owned(),
        "/run/made/regrade?treatment=as-wrong&from=unscored&to=wrong&page=3".to_owned(),
        "/run/made/answers?q=nowhere+to+be+found&item=made%2F004999".to_owned(),
    ];
    // The run under another rule is made once, outside the pages.
    made.show(&library, "/run/made/regrade?treatment=as-wrong");
    let mut slow = Vec::new();
    for target in targets {
        // Data fetched for a page is requested a second time for the same request.
        let took = (0..3)
            .map(|_| {
                let begun = Instant::now();
                assert_eq!(made.show(&library, &target).status, 200, "{target}");
                begun.elapsed()
            })
            .max()
            .expect("three times");
        println!("{:>9.1} ms {target}", took.as_secs_f64() * 1e3);
        if took > MOST {
            slow.push(target);
        }
    }
    assert!(slow.is_empty(), "too slow: {slow:?}");
}
