//! The checker of Every Eval Ever accepts our records.

use super::packages::programs;
use super::program::run;
use crate::support::{Place, files_below, says};
use peirast_mock::{Config, Mock};

#[test]
#[ignore = "installs every-eval-ever from PyPI, for Python 3.12 and newer"]
fn the_checker_accepts_our_records() {
    let Some(bin) = programs("eee", &["every-eval-ever"]) else { return };
    let mock = Mock::start(Config::default()).expect("a server");
    let place = Place::new().env("OPENAI_API_KEY", "none");
    let live = format!("--model openai:=1+1,\"x\"\u{e9}\u{1f600} --base-url {}", mock.base_url());
    for (dir, study) in [
        ("pairs", "token-bias --n 2 --aa 0.2".to_owned()),
        ("live", format!("token-bias --n 1 {live}")),
        ("voted", "syllogism --n 4 --model sim:matching".to_owned()),
        ("open", "etr --n 4".to_owned()),
    ] {
        place.ok(&format!("run {study} --into {dir}"));
        place.ok(&format!("export every-eval-ever {dir} --into eee-{dir}"));
        let root = place.path(&format!("eee-{dir}"));
        let inside = |path: &std::path::PathBuf| {
            path.strip_prefix(&root).expect("below").display().to_string()
        };
        let files: Vec<String> = files_below(&root).iter().map(inside).collect();
        let script = "import os, sys; os.chdir(sys.argv[1]); from every_eval_ever.validator.validate \
                      import main; sys.exit(main(sys.argv[2:]))";
        let folder = format!("eee-{dir}");
        let mut args = vec!["-c", script, &folder];
        args.extend(files.iter().map(String::as_str));
        let told = run(&place, &bin.join("python"), &args);
        // The name of the live model does not say who developed it, and the checker warns of this.
        let wanted = match dir {
            "live" => "0 failed".to_owned(),
            _ => format!("{} passed, 0 warning-only, 0 failed", files.len()),
        };
        says(&told, &[&wanted]);
    }
}
