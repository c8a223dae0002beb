//! Headless Chromium, as a reader of the viewer's pages.
//!
//! ChromeDriver (Debian's packages `chromium` and `chromium-driver`) controls it. Screenshots can
//! be kept: `PEIRAST_SCREENSHOTS` names a directory; by default they are below the target
//! directory.

use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The release of axe-core that checks the pages.
const AXE: &str = "axe-core@4.10.3";

/// The longest wait for something that must appear, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with its own window, closed with the test.
pub struct Browser {
    pub client: Client,
    driver: Child,
    /// The port of the driver, and its name for this window.
    port: u16,
    session: String,
    at: String,
    _profile: tempfile::TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver closes its windows when asked to; when it is killed, they outlive it.
        if let Ok(mut driver) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = driver.set_read_timeout(Some(Duration::from_secs(5)));
            let end =
                format!("DELETE /session/{} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", self.session);
            let _ = driver.write_all(end.as_bytes());
            let _ = driver.read(&mut [0; 64]);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Browser {
    /// A browser for the pages of the server at `at`; none, with a message, if there is no
    /// Chromium.
    pub async fn start(at: &str) -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(driver) = driver else {
            eprintln!("passed over: there is no chromedriver here (Debian: chromium-driver)");
            return None;
        };
        let profile = tempfile::tempdir().expect("a directory");
        let client = session(port, profile.path()).await;
        let session = client.session_id().await.ok()??;
        Some(Self { client, driver, port, session, at: at.to_owned(), _profile: profile })
    }

    /// Opens a page of the server, and waits until its run has been read.
    pub async fn open(&self, path: &str) {
        self.client.goto(&format!("http://{}{path}", self.at)).await.expect("a page");
        self.until_read().await;
    }

    /// Waits until the page no longer says that answers are being read.
    async fn until_read(&self) {
        let begun = Instant::now();
        while self.settled(|| self.client.title()).await.starts_with("Being read") {
            assert!(begun.elapsed() < PATIENCE, "{} is never read", self.path().await);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Waits until the page is built, and its scripts have run.
    async fn until_built(&self) {
        let state = || self.client.execute("return document.readyState", Vec::new());
        let begun = Instant::now();
        while self.settled(state).await != "complete" {
            assert!(begun.elapsed() < PATIENCE, "{} is never built", self.path().await);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Repeats a request to the driver while the browser changes pages: the driver then reports a
    /// timeout ("aborted by navigation") or that the page is gone.
    async fn settled<T, A>(&self, question: impl Fn() -> A) -> T
    where
        A: Future<Output = Result<T, CmdError>>,
    {
        let begun = Instant::now();
        loop {
            match question().await {
                Ok(answer) => return answer,
                Err(error) => {
                    assert!(begun.elapsed() < PATIENCE, "the page never settles: {error}")
                }
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The first element of a selector, once it exists.
    pub async fn find(&self, selector: &str) -> fantoccini::elements::Element {
        let begun = Instant::now();
        loop {
            match self.client.find(Locator::Css(selector)).await {
                Ok(element) => return element,
                Err(error) => {
                    let path = self.path().await;
                    assert!(begun.elapsed() < PATIENCE, "{selector} on {path}: {error}");
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The current number of elements of a selector.
    pub async fn count(&self, selector: &str) -> usize {
        self.settled(|| self.client.find_all(Locator::Css(selector))).await.len()
    }

    /// Clicks, and waits for the next page.
    pub async fn follow(&self, selector: &str) {
        let before = self.path().await;
        self.find(selector).await.click().await.expect("it can be clicked");
        let begun = Instant::now();
        while self.path().await == before {
            assert!(begun.elapsed() < PATIENCE, "{selector} on {before} leads nowhere");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.until_read().await;
    }

    /// Presses keys at the focus.
    pub async fn press(&self, keys: &str) {
        // Keys are sent once: a page that is still being built would lose them.
        self.until_built().await;
        let active = self.settled(|| self.client.active_element()).await;
        active.send_keys(keys).await.expect("keys");
    }

    /// The path of the page with its parameters.
    pub async fn path(&self) -> String {
        let url = self.settled(|| self.client.current_url()).await;
        url.as_str().split_once(&self.at).map(|(_, path)| path.to_owned()).unwrap_or_default()
    }

    /// Waits until the address contains a text.
    pub async fn until_path_has(&self, part: &str) {
        let begun = Instant::now();
        while !self.path().await.contains(part) {
            let path = self.path().await;
            assert!(begun.elapsed() < PATIENCE, "{part} is not in {path}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until the page contains a text.
    pub async fn until_text_has(&self, part: &str) {
        let begun = Instant::now();
        while !self.text().await.contains(part) {
            let text = self.text().await;
            assert!(begun.elapsed() < PATIENCE, "{part} is not in {text}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The visible text of the page.
    pub async fn text(&self) -> String {
        self.settled(|| async { self.find("body").await.text().await }).await
    }

    /// The result of a script.
    pub async fn run(&self, script: &str) -> Value {
        self.until_built().await;
        self.client.execute(script, Vec::new()).await.expect("a script that ends")
    }

    /// The messages of the console since the last call: errors, refusals of the content security
    /// policy.
    pub async fn complaints(&self) -> Vec<String> {
        let entries = self.settled(|| self.client.issue_cmd(ConsoleLog)).await;
        let entries = entries.as_array().cloned().unwrap_or_default();
        let texts = entries.iter().map(|entry| entry["message"].to_string());
        texts.collect()
    }

    /// Keeps a screenshot.
    pub async fn keep(&self, name: &str) {
        let own = || Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
        let place = std::env::var_os("PEIRAST_SCREENSHOTS").map_or_else(own, PathBuf::from);
        std::fs::create_dir_all(&place).expect("a directory");
        let picture = self.settled(|| self.client.screenshot()).await;
        std::fs::write(place.join(format!("{name}.png")), picture).expect("a file");
    }

    /// Switches to light or dark pages, like the settings of a system.
    pub async fn prefer(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let command = Devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
        self.client.issue_cmd(command).await.expect("an emulation");
    }

    /// The size of the page's viewport, in CSS pixels; a window of Chromium is never as narrow as a phone.
    pub async fn size(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        let command = Devtools("Emulation.setDeviceMetricsOverride", size);
        self.client.issue_cmd(command).await.expect("an emulation");
    }

    /// Pixels by which the page is wider than its viewport, 0 if it fits.
    pub async fn overflow(&self) -> i64 {
        let wide =
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        self.run(wide).await.as_i64().expect("a number of pixels")
    }

    /// Texts of figures that lie outside their drawing by more than a pixel.
    pub async fn clipped_texts(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('svg')].flatMap(svg => {
            const box = svg.getBoundingClientRect();
            if (box.width === 0) { return []; }
            const out = text => { const own = text.getBoundingClientRect();
                return own.left < box.left - 1 || own.right > box.right + 1
                    || own.top < box.top - 1 || own.bottom > box.bottom + 1; };
            return [...svg.querySelectorAll('text')].filter(out).map(text => text.textContent);
        })";
        let found = self.run(script).await;
        let texts = found.as_array().cloned().unwrap_or_default();
        texts.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// The serious findings of axe-core about the page, each with its elements.
    pub async fn barriers(&self, axe: &str) -> Vec<String> {
        self.client.execute(axe, Vec::new()).await.expect("axe-core is a script");
        let script = "const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ['violations'] }).then(
                found => done(found.violations), failed => done([{ impact: 'serious', id: String(failed) }]));";
        let found = self.client.execute_async(script, Vec::new()).await.expect("axe-core ends");
        let found = found.as_array().cloned().unwrap_or_default();
        let is_serious =
            |one: &&Value| ["serious", "critical"].map(Value::from).contains(&one["impact"]);
        let told = |one: &Value| {
            let nodes = one["nodes"].as_array().cloned().unwrap_or_default();
            let nodes: Vec<String> =
                nodes.iter().take(3).map(|node| node["html"].to_string()).collect();
            format!("{}: {} {}", one["id"], one["help"], nodes.join(" "))
        };
        found.iter().filter(is_serious).map(told).collect()
    }
}

async fn session(port: u16, profile: &Path) -> Client {
    let flags = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--window-size=1280,900",
    ];
    let flags: Vec<String> = flags
        .iter()
        .map(|flag| (*flag).to_owned())
        .chain([format!("--user-data-dir={}", profile.display())])
        .collect();
    let wanted = json!({
        "browserName": "chrome",
        "timeouts": { "script": PATIENCE.as_millis() * 2, "pageLoad": PATIENCE.as_millis() * 2 },
        "goog:chromeOptions": { "args": flags },
        "goog:loggingPrefs": { "browser": "ALL" },
    });
    let wanted = wanted.as_object().cloned().unwrap_or_default();
    let until = Instant::now() + PATIENCE;
    loop {
        let mut builder =
            ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
        builder.capabilities(wanted.clone());
        match builder.connect(&format!("http://127.0.0.1:{port}")).await {
            Ok(client) => return client,
            Err(error) => assert!(Instant::now() < until, "Chromium does not start: {error}"),
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// ChromeDriver's command for the messages of the console.
#[derive(Debug)]
struct ConsoleLog;

impl WebDriverCompatibleCommand for ConsoleLog {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "type": "browser" }).to_string()))
    }
}

/// A command of Chromium.
#[derive(Debug)]
struct Devtools(&'static str, Value);

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "cmd": self.0, "params": self.1 }).to_string()))
    }
}

/// The script of axe-core, downloaded once from the npm registry; none, with a message, if the
/// registry is out of reach.
pub fn axe() -> Option<String> {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("axe");
    let script = place.join("package/axe.min.js");
    if !script.exists() {
        std::fs::create_dir_all(&place).expect("a directory");
        let taken = Command::new("npm")
            .args(["pack", AXE, "--silent", "--pack-destination"])
            .args([&place])
            .current_dir(&place)
            .stderr(Stdio::null())
            .output();
        let archive = taken.ok().filter(|taken| taken.status.success()).map(|taken| {
            String::from_utf8_lossy(&taken.stdout).lines().last().unwrap_or_default().to_owned()
        });
        let unpacked = archive.is_some_and(|archive| {
            let tar = Command::new("tar").arg("xzf").arg(archive).current_dir(&place).status();
            tar.is_ok_and(|status| status.success())
        });
        if !unpacked {
            eprintln!("passed over: {AXE} cannot be had from the npm registry here");
            return None;
        }
    }
    std::fs::read_to_string(script).ok()
}
