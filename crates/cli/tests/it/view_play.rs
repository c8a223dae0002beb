//! The playgrounds of `peirast view`, from outside.

use crate::support::viewer::Viewer;
use crate::support::{Place, says};

/// The commands of a page, as they can be copied.
fn commands(page: &str) -> Vec<String> {
    let texts = page.split("data-copy=\"").skip(1).filter_map(|rest| rest.split('"').next());
    texts.map(|text| text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")).collect()
}

#[test]
fn premises_are_answered_and_their_commands_answer_the_same() {
    let place = Place::new();
    let viewer = Viewer::start(&place, "");
    let page = viewer.page("/play/premises?case=e1");
    says(&page, &["{LookingAtTV(Jane())}", "it does not follow", "LookingAtTV</th>"]);
    let commands = commands(&page);
    assert_eq!(commands.len(), 5, "{commands:?}");
    for (command, told) in commands.iter().zip([
        "as recorded",
        "What people conclude: {LookingAtTV(Jane())}.",
        "withdrawn",
        "does not follow",
        "answer: {LookingAtTV(Jane())}",
    ]) {
        // No argument of these commands holds a quote.
        let words = command.split('\'').enumerate().flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        let done = place.command(words.skip(1)).output().expect("it runs");
        says(&String::from_utf8(done.stdout).expect("UTF-8"), &[told]);
    }
}

#[test]
fn other_pages_are_answered_while_some_take_thought() {
    let place = Place::new();
    let viewer = Viewer::start(&place, "");
    let line = "%7B".to_owned() + &vec!["A()B()C()"; 60].join(",") + "%7D";
    let target = format!("/play/premises?premises={}", vec![line; 8].join("%0A"));
    std::thread::scope(|scope| {
        let busy: Vec<_> = (0..6).map(|_| scope.spawn(|| viewer.get(&target).status)).collect();
        for _ in 0..20 {
            assert_eq!(viewer.page("/healthz"), "ok\n");
        }
        for one in busy {
            let status = one.join().expect("an answer");
            assert!([200, 503].contains(&status), "{status}");
        }
    });
}
