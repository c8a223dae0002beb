use crate::typed::views;
#[test]
fn probe() {
    for text in std::fs::read_to_string("/tmp/probe.txt").unwrap().lines() {
        println!("{text}\n      {}", views(text));
    }
}
