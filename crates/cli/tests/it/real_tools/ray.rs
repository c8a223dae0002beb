//! Ray Data asks the questions of a run by the recipe of docs/engines.md.

use super::packages::programs;
use super::program::run;
use crate::engines::recipe;
use crate::support::Place;
use peirast_mock::{Config, Mock};

#[test]
#[ignore = "installs Ray from PyPI"]
fn ray_data_asks_a_server_and_its_results_are_imported() {
    let Some(bin) = programs("ray", &["ray[data]", "pydantic", "aiohttp"]) else { return };
    let answers = vec!["(a)".to_owned()];
    let server = Mock::start(Config { answers, ..Config::default() }).expect("a server");
    let place = Place::with_many();
    let model = "vllm/meta-llama/Llama-3.1-8B-Instruct";
    place.ok(&format!("run many.toml --n 12 --into r --model {model} --plan-only"));
    place.ok("batch export r --into tables --shards 4 --format parquet");
    place.write("ask.py", recipe("Ray Data", "python"));
    let ask = format!(
        "import os, runpy; os.environ['SERVER'] = '{}'; runpy.run_path('ask.py')",
        server.base_url()
    );
    run(&place, &bin.join("python"), &["-c", &ask]);
    place.ok("batch import r results");
    assert_eq!(place.counts("r").responses, 24);
}
