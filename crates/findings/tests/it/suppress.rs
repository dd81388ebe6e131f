//! Suppression files as people write them, and what they hide.

use raddle_findings::suppress::{Problem, parse};
use raddle_findings::{
    Act, Finding, Frame, HeldLock, Kind, LockInfo, Mode, Run, Severity, Side, ThreadInfo, Variable, Wait,
    WaitKind,
};

fn frame(class: &str, method: &str) -> Frame {
    Frame {
        class: class.to_owned(),
        method: method.to_owned(),
        file: None,
        line: Some(1),
    }
}

fn side(stack: &[(&str, &str)]) -> Side {
    Side {
        thread: ThreadInfo {
            name: "t".to_owned(),
            id: 1,
            created_at: vec![frame("bank.Starter", "start")],
        },
        op: Act::Write,
        call: None,
        stack: stack.iter().map(|(class, method)| frame(class, method)).collect(),
        stack_complete: true,
        locks: None,
        wait: None,
    }
}

/// A race on `bank.Account$Entry.amount` between a constructor and a reader.
fn race() -> Finding {
    Finding {
        kind: Kind::DataRace,
        code: Kind::DataRace.code().to_owned(),
        fingerprint: "00000000000000aa".to_owned(),
        severity: Severity::Error,
        message: "m".to_owned(),
        count: 1,
        variable: Some(Variable {
            class: "bank.Account$Entry".to_owned(),
            field: Some("amount".to_owned()),
            type_name: "int".to_owned(),
            is_static: false,
            array: None,
        }),
        sides: vec![
            side(&[("bank.Account$Entry", "<init>")]),
            side(&[("audit.Reader", "sum"), ("audit.Main", "main")]),
        ],
        notes: Vec::new(),
        pids: vec![1],
        replay: None,
        schedule: None,
    }
}

/// A finding of threads that wait, one for a lock of `bank.Account` with another of `bank.Log` in hand.
fn waiting(kind: Kind) -> Finding {
    let lock = |class: &str| LockInfo {
        class: class.to_owned(),
        id: 7,
        created_at: Some(frame("bank.Factory", "make")),
    };
    let mut waiter = side(&[("java.lang.Object", "wait"), ("audit.Reader", "sum")]);
    waiter.op = Act::Lock;
    waiter.locks = Some(vec![HeldLock {
        lock: lock("bank.Log"),
        mode: Mode::Exclusive,
        acquired_at: None,
    }]);
    waiter.wait = Some(Wait {
        kind: WaitKind::Monitor,
        object: Some(lock("bank.Account")),
        thread: None,
        held_by: vec![1],
    });
    Finding {
        kind,
        variable: None,
        sides: vec![waiter],
        ..race()
    }
}

fn covers(pattern: &str) -> bool {
    accepts(pattern, &race())
}

fn accepts(pattern: &str, finding: &Finding) -> bool {
    let text = format!("{pattern} # harmless");
    let entries = parse("x.supp", &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(entries.len(), 1, "{pattern}");
    entries[0].covers(finding)
}

#[test]
fn every_kind_has_its_word() {
    for kind in Kind::ALL {
        let finding = waiting(kind);
        let by = |word: &str| accepts(&format!("{word}:audit.Reader"), &finding);
        assert!(by(kind.name()) && by("*"), "{}", kind.name());
        let others = Kind::ALL.into_iter().filter(|other| *other != kind);
        assert!(!others.map(Kind::name).any(by), "{}", kind.name());
    }
}

#[test]
fn a_lock_is_one_that_is_waited_for() {
    for kind in [Kind::Deadlock, Kind::LockOrder, Kind::Stuck] {
        let accepts = |pattern: &str| accepts(&format!("{}:{pattern}", kind.name()), &waiting(kind));
        for pattern in ["bank.Account", "bank.A*", "bank", "audit.Reader.sum()"] {
            assert!(accepts(pattern), "{pattern}");
        }
        for pattern in ["bank.Log", "bank.Factory", "bank.Account.wait()"] {
            assert!(!accepts(pattern), "{pattern}");
        }
    }
}

#[test]
fn a_class_is_the_variables_or_that_of_any_frame() {
    for pattern in [
        "race:bank.Account$Entry",
        "race:bank.Account",
        "race:bank",
        "data-race:bank.**",
        "*:**Reader",
        "race:audit.Main",
        "race: audit.*",
    ] {
        assert!(covers(pattern), "{pattern}");
    }
    for pattern in [
        "race:bank.Acc",
        "race:*",
        "race:ban",
        "race:bank.Starter",
        "race:audit.Mai",
    ] {
        assert!(!covers(pattern), "{pattern}");
    }
}

#[test]
fn a_field_is_the_variable_alone() {
    for pattern in [
        "race:bank.Account$Entry.amount",
        "race:bank.Account.Entry.amount",
        "race:bank.*.amount",
        "race:**.amount",
        "race:bank.Account$Entry.am*",
    ] {
        assert!(covers(pattern), "{pattern}");
    }
    for pattern in [
        "race:bank.Account$Entry.amounts",
        "race:bank.Account.amount",
        "race:bank.amount",
        "race:audit.Reader.amount",
        "race:amount",
    ] {
        assert!(!covers(pattern), "{pattern}");
    }
}

#[test]
fn a_method_is_any_frame_of_either_side() {
    for pattern in [
        "race:audit.Reader.sum()",
        "race:audit.Main.main()",
        "race:bank.Account.Entry.<init>()",
        "race:audit.*.s*()",
    ] {
        assert!(covers(pattern), "{pattern}");
    }
    for pattern in [
        "race:audit.sum()",
        "race:audit.Reader.main()",
        "race:bank.Starter.start()",
    ] {
        assert!(!covers(pattern), "{pattern}");
    }
}

#[test]
fn a_fingerprint_is_one_finding() {
    assert!(covers("race:fingerprint:00000000000000AA"));
    assert!(covers("*:fingerprint:00000000000000aa"));
    assert!(!covers("race:fingerprint:00000000000000ab"));
}

#[test]
fn reasons_stand_behind_or_right_above() {
    let text = "\u{feff}# Our suppressions\r\n\r\nrace:a.A # behind\r\n# above\r\nrace:b.B\r\n\n  ## both\n race:c.C  #  wins \n";
    let entries = parse("x.supp", text).unwrap();
    let parsed: Vec<_> = entries
        .iter()
        .map(|e| (e.entry.line, &*e.entry.pattern, &*e.entry.reason))
        .collect();
    assert_eq!(
        parsed,
        [
            (3, "race:a.A", "behind"),
            (5, "race:b.B", "above"),
            (8, "race:c.C", "wins")
        ]
    );
    assert_eq!(parse("x.supp", ""), Ok(Vec::new()));
    assert_eq!(parse("x.supp", "\n# nothing\n\n"), Ok(Vec::new()));
}

#[test]
fn what_cannot_be_read_says_where_and_what_to_write() {
    let wrong = |text: &str| parse("x.supp", text).unwrap_err();
    let unfounded = Problem::NoReason("race:a.A".to_owned());
    for text in [
        "race:a.A",
        "race:a.A #",
        "race:a.A # #",
        "# far above\n\nrace:a.A",
        "#\nrace:a.A",
    ] {
        assert_eq!(wrong(text).problem, unfounded, "{text:?}");
    }
    // One comment is the reason of one entry.
    assert_eq!(wrong("# once\nrace:b.B\nrace:a.A").problem, unfounded);
    assert_eq!(
        wrong("\nrace:a.A\n").to_string(),
        "x.supp:2: race:a.A has no reason\n  say why it is harmless, behind it or in a comment on the line above: \
         race:a.A  # a statistics counter that may be off"
    );
    for (text, words) in [
        ("a.A # r", "\"a.A\" has no kind"),
        (
            "fingerprint:00000000000000aa # r",
            "race:fingerprint:00000000000000aa",
        ),
        ("deadlok:a.A # r", "no kind of finding \"deadlok\""),
        ("race: # r", "is no pattern"),
        ("race:() # r", "is no pattern"),
        ("race:run() # r", "is no pattern"),
        ("race:a.A.m(int) # r", "is no pattern"),
        ("race:a.A b.B # r", "is no pattern"),
        ("race:fingerprint:12 # r", "16 digits"),
        ("race:fingerprint:00000000000000ag # r", "16 digits"),
    ] {
        let error = wrong(text).to_string();
        assert!(
            error.starts_with("x.supp:1: ") && error.contains(words),
            "{text}: {error}"
        );
    }
}

fn run() -> Run {
    let nameless = Finding {
        variable: None,
        sides: Vec::new(),
        ..race()
    };
    Run {
        findings: vec![race(), nameless],
        ..Run::default()
    }
}

#[test]
fn accepted_findings_are_put_aside_with_their_first_entry() {
    let text = "race:bank # one\nrace:audit # two\nrace:gone # three\n";
    let entries = parse("x.supp", text).unwrap();
    let mut run = run();
    run.suppress(&entries);
    assert_eq!((run.findings.len(), run.suppressed.len()), (1, 1));
    assert_eq!(run.suppressed[0].entry.reason, "one");
    assert_eq!(run.suppressed[0].finding, race());
    let unused: Vec<_> = run.unused_suppressions.iter().map(|entry| entry.line).collect();
    assert_eq!(unused, [3]);
}

#[test]
fn where_findings_may_be_missing_no_entry_is_called_unused() {
    let mut run = run();
    run.complete = false;
    run.suppress(&parse("x.supp", "race:gone # gone").unwrap());
    assert_eq!(run.unused_suppressions, []);
}

#[test]
fn a_huge_file_is_read_and_matched_in_time() {
    let line = "race:com.example.very.long.package.name.**.Thing # generated\n";
    let entries = parse("x.supp", &line.repeat(16_000)).unwrap();
    let mut run = run();
    run.suppress(&entries);
    assert_eq!((entries.len(), run.unused_suppressions.len()), (16_000, 16_000));
}
