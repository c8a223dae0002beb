//! Servers with which encryption fails.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use peirast_llm::{Auth, Failure, FailureStage, Http, HttpRequest, Timeouts};
use peirast_record::ErrorKind;
use reqwest::Url;
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ServerConfig, ServerConnection};
use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

/// A self-signed certificate for `localhost`, only for these tests.
const CERTIFICATE: &str = "\
    MIIBmjCCAUGgAwIBAgIUKoxvgIs92zhim42pOWMBtWV1QvwwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxo\
    b3N0MCAXDTI2MTEyODA2MzIzNloYDzIxMjYxMTA0MDYzMjM2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcq\
    hkjOPQIBBggqhkjOPQMBBwNCAAT7D6PvSJDphOxFZrRwCg7AqalStEG/z/0kh8qx+bG7F3lol4l8emv+7vEd5721\
    pXTnEE9qseaugaBseOtwRNyGo28wbTAdBgNVHQ4EFgQU/+xp9oK5P5krA1uQQIKhGXZA08swHwYDVR0jBBgwFoAU\
    /+xp9oK5P5krA1uQQIKhGXZA08swDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEw\
    CgYIKoZIzj0EAwIDRwAwRAIgL2EacWf5MjKlXNJf1JZiplno3lGspNnQ35jkyIRtXckCIF/pAIqafX5AwPzlxD3L\
    13P7IgjUrqiGrfG9qwv9t06g";

/// Its key, which protects nothing.
const KEY: &str = "\
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgaAjTNuGbdgy5yz5A3hkj0fIw8Tqa27/XUaGaSkID\
    o56hRANCAAT7D6PvSJDphOxFZrRwCg7AqalStEG/z/0kh8qx+bG7F3lol4l8emv+7vEd5721pXTnEE9qseaugaBs\
    eOtwRNyG";

/// A server that calls `serve` with each connection.
fn server(serve: impl Fn(TcpStream) + Send + 'static) -> Url {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || listener.incoming().map_while(Result::ok).for_each(serve));
    Url::parse(&format!("https://127.0.0.1:{port}/v1")).expect("a URL")
}

async fn failure(url: &Url) -> Failure {
    let http = Http::new(url, Timeouts::default()).expect("a sender");
    let auth = Auth::default();
    http.post(HttpRequest::new(url, &auth), "{}").await.expect_err("no answer")
}

#[tokio::test]
async fn a_certificate_that_is_not_trusted_is_no_server_that_is_down() {
    let config = || {
        let bytes = |text: &str| STANDARD.decode(text).expect("base64");
        let key = PrivatePkcs8KeyDer::from(bytes(KEY)).into();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ServerConfig::builder_with_provider(provider);
        let builder = builder.with_safe_default_protocol_versions().expect("versions");
        builder.with_no_client_auth().with_single_cert(vec![bytes(CERTIFICATE).into()], key)
    };
    let config = Arc::new(config().expect("a configuration"));
    let url = server(move |mut stream| {
        let mut tls = ServerConnection::new(Arc::clone(&config)).expect("a connection");
        while tls.is_handshaking() && tls.complete_io(&mut stream).is_ok() {}
    });
    let failure = failure(&url).await;
    assert_eq!((failure.kind, failure.stage), (ErrorKind::Network, FailureStage::Connecting));
    let said = failure.message;
    assert!(
        said.contains("certificate is not trusted") && said.contains("SSL_CERT_FILE"),
        "{said}"
    );
    assert!(!said.contains("check that the server is up"), "{said}");
}

#[tokio::test]
async fn a_server_that_does_not_encrypt_is_told_apart() {
    let url = server(|mut stream| {
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
        std::thread::sleep(std::time::Duration::from_millis(200));
    });
    let said = failure(&url).await.message;
    assert!(
        said.contains("does not speak a known version of TLS") && said.contains("http or https"),
        "{said}"
    );
}

#[tokio::test]
async fn where_nobody_listens_the_server_may_be_down() {
    let port = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.local_addr().expect("an address").port()
    };
    let url = Url::parse(&format!("https://127.0.0.1:{port}/v1")).expect("a URL");
    let said = failure(&url).await.message;
    assert!(said.ends_with("check that the server is up"), "{said}");
}
