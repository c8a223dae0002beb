//! Playgrounds: arguments, verdicts and their reasons.

use form_urlencoded::Serializer;
use peirast_view::{Allowance, Library, PageData, Reply, Request, Response, Route, respond};
use std::time::{Duration, Instant};

fn asked(target: &str) -> Response {
    let request = Request::get(target);
    match respond(&Library::default(), &request, &PageData::default()) {
        Reply::Page(page) => page,
        Reply::Needs(wanted) => panic!("{target} wants {wanted:?}"),
    }
}

fn shown(target: &str) -> String {
    let page = asked(target);
    assert_eq!(page.status, 200, "{target}");
    page.text()
}

/// Returns the page of an argument.
fn played(premises: &[&str], more: &[(&str, &str)]) -> String {
    let mut query = Serializer::new(String::new());
    query.append_pair("premises", &premises.join("\r\n")).extend_pairs(more);
    shown(&format!("/play/premises?{}", query.finish()))
}

#[track_caller]
fn says(page: &str, all: &[&str]) {
    for one in all {
        assert!(page.contains(one), "no {one:?} in {page}");
    }
}

#[test]
fn an_illusory_inference_is_predicted_explained_cured_and_refuted() {
    let page = played(&["{Ace()King(), Queen()Jack()}", "{Ace()}"], &[]);
    says(
        &page,
        &[
            "<code>{King()}</code>",
            "conclude this when asked what follows",
            "it does not follow",
            "Jack()Queen() shares less with it than Ace()King() and is dropped.",
            "Conclusion after it",
            "<code>{Ace()}</code></td><td><code>{0}</code> (nothing)",
            "<th scope=\"col\">King</th>",
            "peirast etr explain '{Ace()King(),Jack()Queen()}' '{Ace()}'",
            "peirast logic check '{Ace()King(),Jack()Queen()}' '{Ace()}' --conclusion '{King()}'",
            "peirast etr trace infer",
        ],
    );
}

#[test]
fn the_trace_has_every_step_with_its_number() {
    let page = played(&["{Ace()King(), Queen()Jack()}", "{Ace()}"], &[]);
    let trace = page.split("Every step of the theory").nth(1).unwrap();
    says(
        trace,
        &["<th scope=\"row\">1</th>", "<th scope=\"row\">2.1</th>", "update", "answer", "factor"],
    );
}

#[test]
fn a_valid_conclusion_is_called_valid_and_has_no_countermodel() {
    let page = played(&["{Ace()King(),Jack()Queen()}", "{~Ace()}"], &[]);
    says(&page, &["<code>{Jack()Queen()}</code>", "it follows"]);
    assert!(!page.contains("it does not follow") && !page.contains("A situation in which"));
}

#[test]
fn a_conclusion_of_ones_own_is_judged_by_people_and_logic() {
    let ace = [("conclusion", "{Ace()}")];
    let page = played(&["{Ace()King(), Queen()Jack()}", "{King()}"], &ace);
    says(&page, &["accept this when asked about it", "it does not follow"]);
    let queen = [("conclusion", "{Queen()}")];
    let page = played(&["{Ace()King(), Queen()Jack()}", "{King()}"], &queen);
    says(&page, &["<strong>not</strong> accept this"]);
    let either = [("conclusion", "Ace() ∨ Queen()")];
    let page = played(&["{Ace()King(), Queen()Jack()}", "{King()}"], &either);
    says(
        &page,
        &[
            "--conclusion '{Ace(),Queen()}'",
            "Your conclusion in classical logic",
            "<code>Ace ∨ Queen</code>",
            "✓",
        ],
    );
}

#[test]
fn a_few_terms_are_drawn() {
    let page = played(&["Ax {F(x)G(x*)}^{F(x)}", "{G(John()*)}"], &[]);
    says(&page, &["<svg", "The premises are true here, and the conclusion is false", "(John)"]);
    assert!(!page.contains("<style"), "the policy forbids styles in a page");
    says(&page, &["∀x (F(x) → F(x) ∧ G(x))"]);
}

#[test]
fn formulas_views_in_both_spellings_and_sentences_are_read() {
    let page = played(
        &["∀x (Man(x*) → Mortal(x))", "∃x {Man(x*)}", "The ace is red and the king is gilded."],
        &[],
    );
    says(
        &page,
        &[
            "<code>∀x {Mortal(x)}^{Man(x*)}</code>",
            "a formula",
            "a view",
            "a sentence",
            "{Gilded(king())Red(ace())}",
            "what is at issue is not shown in words",
        ],
    );
    // A sentence in no words of the theme is read in its own.
    let page = played(&["The hermit is magnetic."], &[("words", "ships")]);
    says(&page, &["<code>{Magnetic(hermit())}</code>", "English"]);
    let page = played(&["∀x Man(x*) → Mortal(x)", "{Man(socrates()*)}"], &[]);
    says(&page, &["<code>{Mortal(socrates())}</code>"]);
}

#[test]
fn english_is_understood_and_answered_in_english() {
    let disjunction = "Mary has an ace and a king, or else a queen and a jack.";
    let more = [("conclusion", "Mary has a king.")];
    let page = played(&[disjunction, "Mary has an ace."], &more);
    says(
        &page,
        &[
            "<code>{Ace(mary())King(mary()),Jack(mary())Queen(mary())}</code>",
            "<strong>Mary has a king</strong>",
            "Premise 2 (“Mary has an ace”) is heard as an answer",
            "accept this when asked about it",
            "it does not follow",
            "peirast etr explain '{Ace(mary())King(mary()),Jack(mary())Queen(mary())}'",
        ],
    );
    // Several sentences on one line are several premises, and what they share is at issue.
    let page = played(&["All men are mortal. Socrates is a man."], &[]);
    says(&page, &["Premise 2", "<code>{Man(socrates()*)}</code>", "<strong>Socrates is mortal"]);
    // If the other line is a view, a sentence keeps its names.
    let page = played(&["{Ace(mary())King(mary()), Queen()}", "Mary has an ace"], &[]);
    says(&page, &["<strong>Mary is King</strong>"]);
    for (text, help) in [
        ("Mary might have an ace.", "in the present"),
        ("Most men are mortal.", "<em>every</em>"),
        ("Mary has an ace and", "joins two"),
    ] {
        let page = played(&[text], &[]);
        says(&page, &["Cannot be read", "Column", help]);
    }
    let start = shown("/play/premises");
    let spoken = start.split("In English: ").nth(1).unwrap().split("</nav>").next().unwrap();
    let links = spoken.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let links: Vec<String> = links.map(|link| link.replace("&amp;", "&")).collect();
    assert_eq!(links.len(), 4);
    for link in links {
        says(&shown(&link), &["English", "What follows: <strong>"]);
    }
}

#[test]
fn if_and_then_are_heard_as_the_book_has_them_where_people_write_them() {
    let heard = "if A then B is understood as <code>{AB}^{A}</code>";
    let page = played(&["P() -> Q()", "{Q()}"], &[]);
    says(&page, &[heard, "<code>{P()Q()}^{P()}</code>", "<code>{P()}</code>"]);
    let page = played(&["If the ace is red, then the king is gilded.", "The king is gilded."], &[]);
    says(&page, &[heard, "<code>{Red(ace())}</code>"]);
    // A view is displayed, and so is the arrow of a formula.
    let page = played(&["{Q()}^{P()}", "P() → Q()", "{Q()}"], &[]);
    assert!(!page.contains("if A then B is understood as"), "{page}");
}

#[test]
fn no_new_conclusion_and_a_possibility_are_not_said_to_follow() {
    let page = played(&["Anna is a cat.", "Anna is not a cat."], &[]);
    says(&page, &["nothing new", "the premises contradict each other"]);
    let page = played(&["There is an ace or there is a king.", "There is an ace."], &[]);
    says(&page, &["Perhaps there is a king", "it says nothing", "true whatever the premises say"]);
    assert!(!page.contains("it follows<"), "{page}");
}

#[test]
fn what_is_repaired_is_said_or_refused() {
    let page = played(&["{Ace ∧ King, Queen}", "Ace()"], &[]);
    says(
        &page,
        &[
            "corrected: column 2",
            "added <code>()</code> after <code>Ace</code>",
            "<code>{King()}</code>",
        ],
    );
    let page = played(&["{Ace ∧ King, Queen}", "Ace()"], &[("repairs", "no")]);
    says(
        &page,
        &["Cannot be read", "Column 6", "A line cannot be read. Correct it to see what follows."],
    );
}

#[test]
fn a_fault_is_pointed_at_with_its_mend() {
    let page = played(&["{Ace(), King}"], &[("repairs", "no")]);
    says(
        &page,
        &[
            "<mark>}</mark>",
            "Column 13: expected <code>(</code>",
            "To correct it: predicates and constants",
        ],
    );
}

#[test]
fn messages_have_no_signs_of_markdown() {
    let page = played(&["Mary quickly."], &[]);
    let fault = page.split("Cannot be read").nth(1).and_then(|rest| rest.split("</table>").next());
    let fault = fault.expect("a fault");
    assert!(fault.contains("<em>") && !fault.contains(['*', '`']), "{fault}");
    let page = played(&["{A(), <b>}", "{`*<i>*`()}"], &[("repairs", "no")]);
    assert!(!page.contains("<b>") && !page.contains("<i>"), "{page}");
}

#[test]
fn examples_can_be_linked() {
    let page = shown("/play/premises?case=e33");
    says(
        &page,
        &["{E()R()}^{R()}\n{E()}</textarea>", "peirast etr case e33", "<code>{R()}</code>"],
    );
    let page = shown("/play/premises?case=none");
    says(&page, &["How premises are written"]);
    let start = shown("/play/premises");
    let links = start.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let examples: Vec<&str> = links.filter(|link| link.contains("case=")).collect();
    assert!(examples.len() > 30, "{}", examples.len());
    for example in examples {
        says(&shown(example), &["As it was read", "Verdicts", "Every step"]);
    }
}

#[test]
fn what_is_typed_in_is_shown_as_text() {
    let hostile = "<script>alert(1)</script>\u{202e}\u{1b}[31m\"'&";
    for name in ["premises", "conclusion", "repairs", "words", "case"] {
        let mut query = Serializer::new(String::new());
        query.append_pair(name, hostile).append_pair("premises", "{A()}");
        let page = shown(&format!("/play/premises?{}", query.finish()));
        assert!(!page.contains("<script>alert") && !page.contains('\u{202e}'), "{name}");
        assert!(!page.contains('\u{1b}'), "{name}");
    }
}

/// Arguments that would need unlimited time or memory without a limit.
#[test]
fn no_argument_takes_long() {
    let wide = |name: char| {
        let states: Vec<String> = (0..60).map(|at| format!("{name}{at}()")).collect();
        format!("{{{}}}", states.join(","))
    };
    let wides: Vec<String> = ('A'..='H').map(wide).collect();
    let deep = format!("{}P(){}", "(".repeat(300), ")".repeat(300));
    let denied = format!("{}P()", "~".repeat(900));
    let terms = format!("{{P({}a(){})}}", "f(".repeat(200), ")".repeat(200));
    let objects: Vec<String> = (0..40).map(|at| format!("Ax{at} Ey{at}")).collect();
    let places: Vec<String> = (0..40).map(|at| format!("x{at},y{at}")).collect();
    let prefix = format!("{} {{R({})}}", objects.join(" "), places.join(","));
    let names: Vec<&str> = (0..60).map(|at| if at % 2 == 0 { "a()" } else { "b()" }).collect();
    let long = format!("{{R({})}}", names.join(","));
    let cnf: Vec<String> = (0..60).map(|at| format!("(P{at}() ∨ Q{at}())")).collect();
    let cnf = cnf.join(" ∧ ");
    let shared = "Ax Ay Az {R(x*,y)R(y*,z)R(z*,x)}^{R(x*,z)}";
    let found = "Ex Ey Ez {R(x*,y)~R(y*,z),R(z*,x)~R(x*,x)}";
    let named: Vec<String> = (0..40).map(|at| format!("P(a{at}())")).collect();
    let (named, five) = (format!("{{{}}}", named.concat()), "Av Aw Ax Ay Az {R(v,w,x,y,z)}");
    let arguments: Vec<Vec<&str>> = vec![
        vec![&named, five],
        wides.iter().map(String::as_str).collect(),
        vec![&deep],
        vec![&denied, &terms],
        vec![&prefix, &prefix],
        vec![&long, "Ax Ay {~R(x,y)}"],
        vec![&cnf],
        vec![shared, found, shared, found, shared],
        vec!["Ax Ey {L(f(x),y*)}", "Ax Ay {L(y,g(x*))}^{L(x*,y)}", "Ex {~L(x*,h(x,x))}"],
    ];
    for premises in arguments {
        let begun = Instant::now();
        let page = played(&premises, &[("conclusion", "Ax Ey {R(x,y)}")]);
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(60), "{premises:?} took {took:?}");
        assert!(page.len() < 2_000_000, "{premises:?}: {} bytes", page.len());
    }
}

/// The work of a page is bounded, and ends if the client no longer waits.
#[test]
fn a_page_ends_when_its_allowance_does() {
    let pairs = |of: &str| -> String {
        let states: Vec<String> =
            (0..12).map(|at| format!("{of}{at}()P{at}()Q{}()", at % 5)).collect();
        format!("{{{}}}", states.join(","))
    };
    let mut query = Serializer::new(String::new());
    query.append_pair("premises", &[pairs("A"), pairs("B"), pairs("A")].join("\n"));
    let target = format!("/play/premises?{}", query.finish());
    let with = |steps: u64| {
        let data = PageData { allowance: Allowance::new(steps), ..PageData::default() };
        let Reply::Page(page) = respond(&Library::default(), &Request::get(&target), &data) else {
            panic!("premises want nothing")
        };
        (page.text(), data.allowance.left())
    };
    let (whole, left) = with(1_000_000_000);
    assert!(left < 1_000_000_000 && !whole.contains("too much work"), "{whole}");
    let (cut, left) = with(2_000);
    assert_eq!(left, 0);
    says(&cut, &["As it was read", "too much work for a page"]);
    let withdrawn = Allowance::new(1_000_000_000);
    withdrawn.withdraw();
    let data = PageData { allowance: withdrawn, ..PageData::default() };
    let page = respond(&Library::default(), &Request::get("/play/syllogisms/AAA-1"), &data);
    let Reply::Page(page) = page else { panic!("a form wants nothing") };
    says(&page.text(), &["too much work for a page"]);
}

#[test]
fn long_lines_and_many_lines_are_refused_politely() {
    let page = played(&[&"A".repeat(5000)], &[]);
    says(&page, &["5000 characters"]);
    let page = played(&["{A()}"; 12], &[]);
    says(&page, &["The last 4 lines were left out"]);
    let wide = format!("{{{}}}", vec!["A()B()C()"; 90].join(","));
    let page = played(&[wide.as_str(); 6], &[]);
    says(&page, &["The last 2 lines were left out", "4,000 characters in all"]);
}

#[test]
fn only_playgrounds_take_thought() {
    for (path, takes) in [("/", false), ("/help", false), ("/play/premises", true)] {
        assert_eq!(
            Route::from_path(path).is_some_and(|route| route.needs_reasoning()),
            takes,
            "{path}"
        );
    }
    assert_eq!(asked("/play").status, 404);
    assert_eq!(asked("/play/premises/more").status, 404);
}

#[test]
fn the_square_has_every_form_once_as_a_link() {
    let page = shown("/play/syllogisms");
    let links: Vec<&str> = page.split("href=\"/play/syllogisms/").skip(1).collect();
    assert_eq!(links.len(), 256);
    says(
        &page,
        &[
            "aria-label=\"AAA-1 Barbara: valid\"",
            "aria-label=\"AAI-3 Darapti: valid if no term is empty\"",
            "aria-label=\"AAA-2: invalid\"",
            "colspan=\"4\" scope=\"colgroup\">Figure 4",
        ],
    );
}

#[test]
fn a_form_says_what_follows_and_what_the_natural_order_changes() {
    let page = shown("/play/syllogisms/AAA-1");
    says(
        &page,
        &[
            "What follows from the premises: <strong>All S are P.",
            "All S are M.<span class=\"small\"> (minor premise)</span></li><li>All M are P.",
            "The premises are in natural order",
            "In the other order of the premises",
        ],
    );
    let page = shown("/play/syllogisms/AAI-4");
    says(&page, &["The premises are in natural order", "(P M, M S)", "If no term is empty"]);
    let page = shown("/play/syllogisms/OOO-2");
    says(&page, &["Nothing follows.</strong>", "Neither order of these premises is natural"]);
}

#[test]
fn the_square_can_be_filtered_and_shows_what_people_and_theories_say() {
    let valid = shown("/play/syllogisms?valid=valid&who=ragni");
    says(
        &valid,
        &[
            "15 forms",
            "concluded by",
            "one of nine options, Ragni (2016)",
            "All M are P. All S are M.",
        ],
    );
    assert_eq!(valid.matches("href=\"/play/syllogisms/").count(), 15 + 15);
    says(
        &shown("/play/syllogisms?figure=1&major=A&minor=A&who=erotetic"),
        &["4 forms", "by the theory"],
    );
    says(
        &shown("/play/syllogisms?who=mental-models&least=1"),
        &["predicted by the theory", "a blank cell"],
    );
    let none = shown("/play/syllogisms?valid=valid&major=O&minor=O");
    says(&none, &["0 forms"]);
}

#[test]
fn a_form_is_told_with_diagram_people_and_theory() {
    let page = shown("/play/syllogisms/AAA-2");
    says(
        &page,
        &[
            "<h1>AAA-2</h1>",
            "All P are M.",
            "All S are P.",
            "✗",
            "undistributed middle",
            "<svg",
            "Countermodel: something is",
            "← this form",
            "Khemlani and Johnson-Laird (2012)",
            "marked as at issue",
            "peirast logic syllogism AAA-2",
            "rel=\"prev\"",
            "rel=\"next\"",
        ],
    );
    let barbara = shown("/play/syllogisms/Barbara");
    says(
        &barbara,
        &[
            "<h1>AAA-1 Barbara</h1>",
            "✓",
            "what the premises settle",
            "“All M are P.” leaves no M outside the P.",
            "“All S are M.” leaves no S outside the M.",
            "So there are no S outside the P: “All S are P.”",
        ],
    );
    let darapti = shown("/play/syllogisms/AAI-3");
    says(
        &darapti,
        &[
            "Where terms may be empty",
            "Where no term is empty",
            "existential fallacy",
            "There are M, and one region is left for them.",
            "So there are some S among the P",
        ],
    );
    let darii = shown("/play/syllogisms/Darii");
    says(&darii, &["“Some S are M.” says that there are S among the M, and one region is left"]);
    for name in ["AAB-1", "ZZZ-9", "AAA", "%3Cscript%3E"] {
        let page = asked(&format!("/play/syllogisms/{name}"));
        assert_eq!(page.status, 404, "{name}");
        says(
            &page.text(),
            &["is not a form of a syllogism", "A, E, I and O", "from 1 to 4", "AAA-1"],
        );
        assert!(!page.text().contains("<script>"), "{name}");
    }
}

#[test]
fn a_form_can_be_put_in_other_words() {
    let page = shown("/play/syllogisms/AII-3?subject=cats&middle=%3Cb%3E&predicate=it's,+dogs");
    says(
        &page,
        &[
            "All &lt;b&gt; are it's  dogs.",
            "--terms 'cats,&lt;b&gt;,it'\\''s  dogs'",
            "subject=cats",
        ],
    );
    assert!(!page.contains("<b>"));
    let page = shown("/play/syllogisms/AII-3?subject=cats");
    says(&page, &["All M are P."]);
}
