//! Pointer: the small file in a run directory that names its store on PostgreSQL.

use super::{Address, StoreError};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::Path;

/// The name of the file.
pub(super) const POINTER_FILE: &str = "store.json";

/// The content of the file. It never contains a password.
#[derive(Serialize, Deserialize)]
struct Pointer {
    store: String,
}

/// Returns the address that `dir` points to, if it does.
///
/// # Errors
/// [`StoreError::AddressForDir`] for an address in place of a directory; a file that cannot be
/// read.
pub(super) fn read(dir: &Path) -> Result<Option<Address>, StoreError> {
    let is_address = |dir: &str| {
        let scheme = dir.split_once("://").map(|(scheme, _)| scheme.to_lowercase());
        scheme.is_some_and(|scheme| ["postgres", "postgresql"].contains(&scheme.as_str()))
    };
    if dir.to_str().is_some_and(is_address) {
        return Err(StoreError::AddressForDir);
    }
    let path = dir.join(POINTER_FILE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(e) => return Err(StoreError::io(&path, e)),
    };
    let pointer: Pointer = serde_json::from_str(&text).map_err(|e| StoreError::value(&path, e))?;
    let address = Address::parse_stored(&pointer.store).map_err(|e| StoreError::value(&path, e))?;
    Ok(Some(address))
}

/// Makes `dir` point to `address`.
pub(super) fn write(dir: &Path, address: &Address) -> Result<(), StoreError> {
    let path = dir.join(POINTER_FILE);
    let text = serde_json::json!({"store": address.to_string()});
    fs::write(&path, format!("{text}\n")).map_err(|e| StoreError::io(&path, e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_no_directory() {
        for address in ["postgres://me:hunter22@h/d", "postgresql://h/d?run=r", "POSTGRES://h/d"] {
            let error = read(Path::new(address)).expect_err(address);
            assert!(matches!(error, StoreError::AddressForDir), "{error}");
            assert!(!error.to_string().contains("hunter22"), "{error}");
        }
        assert!(matches!(read(Path::new("runs/postgres")), Ok(None)));
    }
}
