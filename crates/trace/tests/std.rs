//! The STD format: what is read, what is refused and how that is said, and that anything at all can be
//! read without harm.

use std::io::{self, BufReader};

use proptest::prelude::*;
use raddle_events::{Action, Event};
use raddle_trace::{Error, Expected, Line, Operation, Reader};

fn read(text: &str) -> Result<(Vec<Event>, Reader<&[u8]>), Error> {
    let mut reader = Reader::new(text.as_bytes());
    let events = reader.by_ref().collect::<Result<_, _>>()?;
    Ok((events, reader))
}

/// The events by name, such as `T0 acquires L1 at 12`.
fn reported(text: &str) -> Vec<String> {
    let (events, reader) = read(text).unwrap();
    let names = reader.names();
    let at = |site| format!("at {}", names.location(site).unwrap().name);
    let tell = |event: &Event| {
        let what = match event.action {
            Action::Read { var, site } => format!("reads {} {}", names.variable(var), at(site)),
            Action::Write { var, site } => format!("writes {} {}", names.variable(var), at(site)),
            Action::Request { lock, site, .. } => format!("wants {} {}", names.lock(lock), at(site)),
            Action::Lock { lock, site, .. } => format!("takes {} {}", names.lock(lock), at(site)),
            Action::Unlock { lock } => format!("leaves {}", names.lock(lock)),
            Action::Fork { child } => format!("starts {}", names.thread(child)),
            Action::Join { child } => format!("joins {}", names.thread(child)),
            Action::Acquire { .. } | Action::Release { .. } | Action::End => panic!("{event:?}"),
        };
        format!("{} {what}", names.thread(event.thread))
    };
    events.iter().map(tell).collect()
}

fn problem(text: &str) -> String {
    read(text).map(|(events, _)| events).unwrap_err().to_string()
}

#[test]
fn every_operation_is_read() {
    let trace = "# a comment\n\nT0|fork(T1)|1\r\n T1 | w( x.y[0] ) | Main.java:7 \nT1|r(x.y[0])|8\nT1|begin|9\nT1|end\n\
                 T0|branch|3\nT0|join(T1)|4\nT0|req(L)|5\nT0|acq(L)|6\nT0|rel(L)|7";
    assert_eq!(
        reported(trace),
        [
            "T0 starts T1",
            "T1 writes x.y[0] at Main.java:7",
            "T1 reads x.y[0] at 8",
            "T0 joins T1",
            "T0 wants L at 5",
            "T0 takes L at 6",
            "T0 leaves L",
        ]
    );
}

#[test]
fn a_lock_is_asked_for_before_it_is_taken() {
    assert_eq!(reported("T0|acq(L)|1"), ["T0 wants L at 1", "T0 takes L at 1"]);
    let gave_up = "T0|req(L)|1\nT0|r(x)|2\nT0|acq(L)|3";
    assert_eq!(
        reported(gave_up),
        [
            "T0 wants L at 1",
            "T0 reads x at 2",
            "T0 wants L at 3",
            "T0 takes L at 3"
        ]
    );
    let another = "T0|req(L)|1\nT1|r(x)|2\nT0|acq(M)|3";
    assert_eq!(reported(another)[2..], ["T0 wants M at 3", "T0 takes M at 3"]);
}

#[test]
fn a_lock_that_is_taken_again_counts_once() {
    let again = "T0|acq(L)|1\nT0|req(L)|2\nT0|acq(L)|2\nT0|rel(L)|3\nT0|w(x)|4\nT0|rel(L)|5\nT0|rel(L)|6";
    assert_eq!(
        reported(again),
        [
            "T0 wants L at 1",
            "T0 takes L at 1",
            "T0 writes x at 4",
            "T0 leaves L",
            "T0 leaves L"
        ]
    );
}

#[test]
fn a_location_is_known_by_its_first_line() {
    let (_, reader) = read("#\nT0|r(x)|7\nT1|r(x)|9\nT1|w(x)|7\nT1|w(y)").unwrap();
    let location = |site| {
        let location = reader.names().location(raddle_events::SiteId(site))?;
        Some((location.name, location.line))
    };
    assert_eq!(
        [1, 2, 3, 4, 0].map(location),
        [Some(("7", 2)), Some(("9", 3)), Some(("line 5", 5)), None, None]
    );
    assert_eq!((reader.line(), reader.names().threads()), (5, 2));
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    assert_eq!(
        problem("T0|r(x)|1\nhello"),
        "line 2: expected THREAD|OPERATION|LOCATION, such as T0|acq(L1)|12, but there is no '|'"
    );
    assert_eq!(
        problem("T0|lock(x)|1"),
        "line 1: expected r, w, acq, rel, req, fork or join with a name in parentheses, such as acq(L1), \
         but found \"lock(x)\""
    );
    for (text, expected) in [
        ("|r(x)|1", Expected::Thread),
        (
            "T0|acq( )|1",
            Expected::Target {
                operation: "acq".into(),
            },
        ),
        ("T0|r|1", Expected::Operation { found: "r".into() }),
        ("T0|r(x|1", Expected::Operation { found: "r(x".into() }),
        ("T0||", Expected::Operation { found: "".into() }),
    ] {
        assert_eq!(problem(text), format!("line 1: {expected}"), "{text}");
    }
    let not_text = Reader::new(&b"T0|r(x)|1\nT0|r(\xff)|1\n"[..]).last().unwrap();
    assert_eq!(not_text.unwrap_err().to_string(), "line 2: expected UTF-8 text");
}

#[test]
fn nothing_comes_after_an_error() {
    let mut reader = Reader::new(&b"T0|r(x)|1\nhello\nT0|r(x)|1\n"[..]);
    let is_ok: Vec<bool> = reader.by_ref().map(|event| event.is_ok()).collect();
    assert_eq!((is_ok, reader.next().is_none()), (vec![true, false], true));
}

/// A file without line breaks is refused before it fills the memory, wherever it comes from.
#[test]
fn an_endless_line_is_refused() {
    let mut reader = Reader::new(BufReader::new(io::repeat(b'x')));
    let error = reader.next().unwrap().unwrap_err().to_string();
    assert_eq!(error, "line 1: expected a line of at most 65536 bytes");
}

fn name() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9_.$\\[\\]:(é-]{0,8}[a-zA-Z0-9_.$\\]é]"
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        thread in name(), operation in 0usize..8, target in name(),
        location in proptest::option::of("[a-zA-Z0-9:.|)]{1,9}"),
    ) {
        let operation = [
            Operation::Read, Operation::Write, Operation::Acquire, Operation::Release, Operation::Request,
            Operation::Fork, Operation::Join, Operation::Other,
        ][operation];
        let target = if operation == Operation::Other { "" } else { &target };
        let line = Line { thread: &thread, operation, target, location: location.as_deref() };
        let text = line.to_string();
        prop_assert_eq!(Line::parse(&text), Ok(line));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        Reader::new(&bytes[..]).for_each(drop);
    }

    #[test]
    fn nearly_right_lines_are_read_or_refused(text in "([T|rwacqel(){0,3}x12 #\n]|acq\\(|rel\\(|T0\\||é){0,60}") {
        let lines = text.lines().count() as u64;
        let mut reader = Reader::new(text.as_bytes());
        reader.by_ref().for_each(drop);
        prop_assert!(reader.line() <= lines);
    }
}
