//! A PostgreSQL server for the tests, if the machine has PostgreSQL: it uses a socket in a
//! temporary directory, has no port, and ends with the test program.
#![allow(dead_code, reason = "two crates include this file, and each uses its own part")]

use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A running server.
pub struct Server {
    socket: PathBuf,
    programs: PathBuf,
    /// Its standard input is open as long as this process lives; when it closes, the server ends.
    _keeper: Child,
}

static SERVER: LazyLock<Option<Server>> = LazyLock::new(start);

/// Returns the server; if the machine has no PostgreSQL, `None` and a message.
pub fn server() -> Option<&'static Server> {
    let server = SERVER.as_ref();
    if server.is_none() {
        // Written in this way because the test harness would capture other output.
        let _ = writeln!(std::io::stderr(), "skipped: there is no PostgreSQL on this machine");
    }
    server
}

impl Server {
    /// Returns the URL of a run in the server's own database.
    pub fn url(&self, run: &str) -> String {
        self.url_in("postgres", run)
    }

    /// Returns the URL of a run in another of its databases.
    pub fn url_in(&self, database: &str, run: &str) -> String {
        let host = self.socket.to_str().expect("UTF-8").replace('/', "%2F");
        format!("postgres://peirast@{host}/{database}?run={run}")
    }

    /// Returns the answer of `psql` to a statement.
    pub fn psql(&self, sql: &str) -> String {
        let output = Command::new(self.programs.join("psql"))
            .args(["-X", "-A", "-t", "-U", "peirast", "-d", "postgres", "-c", sql, "-h"])
            .arg(&self.socket)
            .output()
            .expect("psql runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
    }
}

/// Finds the server's programs: in the path, or in Debian's folder.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        places.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    let all = |place: &PathBuf| {
        ["initdb", "postgres", "pg_isready", "psql"].iter().all(|name| place.join(name).exists())
    };
    places.into_iter().find(all)
}

/// Returns a command that runs as `nobody` if the current user is root: PostgreSQL refuses to run
/// as root.
fn as_nobody(is_root: bool, program: &Path) -> Command {
    if !is_root {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program);
    command
}

fn start() -> Option<Server> {
    let programs = programs()?;
    let dir = tempfile::tempdir().expect("a directory").keep();
    let is_root = std::fs::metadata(&dir).expect("a directory").uid() == 0;
    let run = |mut command: Command| {
        let output = command.current_dir("/").output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    if is_root {
        std::os::unix::fs::chown(&dir, Some(65534), Some(65534)).expect("given away");
    }
    let mut init = as_nobody(is_root, &programs.join("initdb"));
    init.args(["-U", "peirast", "-A", "trust", "-E", "UTF8", "--locale=C", "-N", "-D"]);
    init.arg(dir.join("data"));
    run(init);
    let keeper = r#"cd /; "$0" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off \
        -c max_connections=60 -c shared_buffers=16MB >"$1/log" 2>&1 & server=$!
        cat >/dev/null; kill -INT $server; wait $server; rm -rf "$1""#;
    let mut command = as_nobody(is_root, Path::new("sh"));
    command.args(["-c", keeper]).arg(programs.join("postgres")).arg(&dir);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let keeper = command.spawn().expect("a server");
    let begun = Instant::now();
    let ready = || {
        let mut ask = Command::new(programs.join("pg_isready"));
        ask.arg("-q").arg("-h").arg(&dir).status().is_ok_and(|status| status.success())
    };
    while !ready() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the server did not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(Server { socket: dir, programs, _keeper: keeper })
}
