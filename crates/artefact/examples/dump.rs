//! x
use peirast_record::{Answer, Profile};
use peirast_task::{Design, Family};
/// x
fn main() {
    let family = Family::named("etr").unwrap();
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap();
    let n: u32 = args.next().unwrap().parse().unwrap();
    let seed: u64 = args.next().map_or(81, |s| s.parse().unwrap());
    let t = std::time::Instant::now();
    let problems = family.make(&Design { seed, profile: Profile::Balanced }, &what, n).unwrap();
    eprintln!("{} problems in {:?}", problems.len(), t.elapsed());
    if args.next().is_some() {
        for p in &problems {
            println!(
                "[{:?} {} {}]\n{}\n",
                p.truth.answer,
                p.factors.get("kind").unwrap(),
                p.truth.form,
                p.text()
            );
        }
    }
    for kind in ["fallacy", "control-valid", "control-blocked", ""] {
        let some: Vec<_> = problems
            .iter()
            .filter(|p| kind.is_empty() || p.factors.get("kind") == Some(kind))
            .cloned()
            .collect();
        let yes = some.iter().filter(|p| p.truth.answer == Answer::YesNo(true)).count();
        println!("{kind} {} yes {yes}", some.len());
        for d in peirast_artefact::examine(&some, Profile::Balanced) {
            println!(
                "{:?} chance {:.3} {:?}",
                d.task,
                d.chance,
                d.scores
                    .iter()
                    .map(|s| format!("{} {:.3}", s.cue.name(), s.accuracy))
                    .collect::<Vec<_>>()
            );
        }
        if what == "choice" {
            // Restated: an option whose literals all stand in a premise of one alternative without conditions.
            let mut right = [0.0; 3];
            let mut restated = 0;
            for p in &some {
                let w = p.worded.as_ref().unwrap();
                let lits = |v: &str| -> Vec<String> {
                    let body = v
                        .split('{')
                        .nth(1)
                        .unwrap_or("")
                        .split('}')
                        .next()
                        .unwrap_or("")
                        .replace('*', "");
                    let mut out = vec![];
                    let mut cur = String::new();
                    let mut depth = 0;
                    for c in body.chars() {
                        cur.push(c);
                        if c == '(' {
                            depth += 1
                        }
                        if c == ')' {
                            depth -= 1;
                            if depth == 0 {
                                out.push(std::mem::take(&mut cur));
                            }
                        }
                    }
                    out
                };
                let certain: Vec<Vec<String>> = w
                    .argument
                    .premises
                    .iter()
                    .filter(|v| !v.contains('^') && !v.contains(','))
                    .map(|v| lits(v))
                    .collect();
                let asked: Vec<bool> = w
                    .asked
                    .iter()
                    .map(|v| {
                        !v.contains(',')
                            && certain.iter().any(|c| lits(v).iter().all(|l| c.contains(l)))
                    })
                    .collect();
                let r = match p.truth.answer {
                    Answer::Choice(c) => c as usize - 'a' as usize,
                    _ => 9,
                };
                let k = asked.iter().filter(|x| **x).count();
                if k > 0 {
                    restated += 1;
                    if r < 3 && asked[r] {
                        right[0] += 1.0 / k as f64;
                    }
                } else if r == 3 {
                    right[0] += 1.0;
                }
            }
            println!("restated in {restated}, heuristic right {:.3}", right[0] / some.len() as f64);
        }
    }
}
