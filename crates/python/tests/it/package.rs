//! The package as it is installed: its files, with the module.

use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Pages whose Python programs are for other tools, which other tests run.
const OF_OTHER_TOOLS: [&str; 2] = ["engines.md", "inspect.md"];

/// The pages of the documentation, and the README, whose Python programs the package's tests run.
fn pages() -> Vec<PathBuf> {
    let docs = std::fs::read_dir(workspace("docs")).expect("the documentation");
    let mut pages: Vec<PathBuf> = docs.flatten().map(|entry| entry.path()).collect();
    pages.push(workspace("README.md"));
    pages.retain(|page| {
        let of_others = OF_OTHER_TOOLS.iter().any(|name| page.ends_with(name));
        let text = || std::fs::read_to_string(page).unwrap_or_default();
        !of_others && page.is_file() && text().contains("```python\n")
    });
    pages
}

/// A path of the workspace.
pub fn workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The path of Python, if it is recent enough; otherwise a line reports this.
pub fn python() -> Option<PathBuf> {
    let recent = Command::new("python3")
        .args(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"])
        .status();
    if recent.is_ok_and(|status| status.success()) {
        return Some(PathBuf::from("python3"));
    }
    eprintln!("passed over: there is no Python 3.10 here");
    None
}

/// A folder with the package and its tests.
pub struct Package(TempDir);

impl Package {
    /// Assembles the package.
    pub fn new() -> Package {
        let place = Package(tempfile::tempdir().expect("a folder"));
        copy(&workspace("python/peirast"), &place.path("peirast"));
        copy(&workspace("python/tests"), &place.path("tests"));
        copy(&workspace("examples"), &place.path("examples"));
        for page in pages() {
            let name = page.file_name().expect("a name");
            std::fs::copy(&page, place.path("tests").join(name)).expect("a copy");
        }
        let name = if cfg!(windows) { "_peirast.pyd" } else { "_peirast.abi3.so" };
        std::fs::copy(module(), place.path("peirast").join(name)).expect("the module");
        place
    }

    /// A path in the folder.
    pub fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Copies a folder back into the workspace, after its tests have written its files anew.
    pub fn write_back(&self, folder: &str) {
        copy(&self.path(folder), &workspace(folder));
    }

    /// Runs Python with the package; returns its output.
    pub fn run(&self, python: &Path, arguments: &[&str]) -> String {
        self.output(python, arguments).0
    }

    /// Runs the tests of a file, and fails if a package that they need is missing.
    pub fn test(&self, python: &Path, file: &str) {
        let arguments = ["-m", "unittest", "discover", "-v", "-s", "tests", "-p", file];
        let (_, told) = self.output(python, &arguments);
        assert!(told.contains(" ... ok"), "{told}");
        let skips = ["is not here", "are not here"];
        assert!(!skips.iter().any(|one| told.contains(one)), "{told}");
    }

    /// Runs Python with the package; returns its standard output and error.
    fn output(&self, python: &Path, arguments: &[&str]) -> (String, String) {
        let output = Command::new(python)
            .arg("-B")
            .args(arguments)
            .current_dir(self.0.path())
            .env("PYTHONPATH", self.0.path())
            .output()
            .expect("Python runs");
        let [out, err] = [output.stdout, output.stderr].map(|text| {
            let text: String = String::from_utf8_lossy(&text).into();
            text
        });
        assert!(output.status.success(), "{out}{err}");
        (out, err)
    }
}

/// The module that was built for this test; one from an earlier `cargo build` may be older.
fn module() -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test.parent().expect("the folder of the build");
    let name = format!("{}_peirast{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let path = folder.join(name);
    assert!(path.is_file(), "{} was not built", path.display());
    path
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(path, target).expect("a copy");
        }
    }
}
