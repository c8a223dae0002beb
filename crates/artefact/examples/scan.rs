use peirast_artefact::examine;
use peirast_record::Profile;
use peirast_task::{Design, Family};
use std::io::Write;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (variant, n, seed) = (&args[1], args[2].parse().unwrap(), args[3].parse().unwrap());
    let start = std::time::Instant::now();
    let made = Family::named(args.get(5).map_or("etr", |x| x)).unwrap().make(&Design { seed, profile: Profile::Balanced }, variant, n);
    let made = match made { Ok(m) => m, Err(e) => { println!("{e}"); return; } };
    println!("{} made in {:?}", made.len(), start.elapsed());
    if let Some(path) = args.get(4) {
        let mut f = std::fs::File::create(path).unwrap();
        for p in &made { writeln!(f, "{}", serde_json::to_string(p).unwrap()).unwrap(); }
    }
    let start = std::time::Instant::now();
    for d in examine(&made, Profile::Balanced) {
        println!("chance {:.3}", d.chance);
        for s in &d.scores { println!("{:16} {:.3} {:?}{}", s.cue.name(), s.accuracy, s.interval, if s.is_over() {" OVER"} else {""}); }
    }
    println!("examined in {:?}", start.elapsed());
}
