//! The sites of one method. Accesses that no report could tell apart share one.

use raddle_classfile::{Label, LineEntry};
use raddle_events::{AccessKind, Place, SiteId};
use rustc_hash::FxHashMap;

use crate::class_loading::class::Method;
use crate::host::Host;

pub(crate) struct Sites<'a> {
    class: &'a str,
    method: &'a Method,
    file: Option<&'a str>,
    entries: &'a [LineEntry],
    /// Where lines start. Made when first needed.
    starts: Option<FxHashMap<Label, u16>>,
    line: Option<u16>,
    /// By line and by what the instruction does: an opcode and a pool index stand for it.
    known: FxHashMap<(Option<u16>, u8, u16), SiteId>,
}

impl<'a> Sites<'a> {
    pub(crate) fn new(
        class: &'a str,
        method: &'a Method,
        file: Option<&'a str>,
        entries: &'a [LineEntry],
    ) -> Self {
        Sites {
            class,
            method,
            file,
            entries,
            starts: None,
            line: None,
            known: FxHashMap::default(),
        }
    }

    /// The walk over the code has come to this label.
    pub(crate) fn label(&mut self, label: Label) {
        let starts = self
            .starts
            .get_or_insert_with(|| self.entries.iter().map(|e| (e.at, e.line)).collect());
        if let Some(&line) = starts.get(&label) {
            self.line = Some(line);
        }
    }

    /// The site of an instruction at the current line.
    pub(crate) fn get(
        &mut self,
        host: &mut dyn Host,
        (op, index): (u8, u16),
        access: impl FnOnce() -> AccessKind,
    ) -> SiteId {
        let key = (self.line, op, index);
        if let Some(&site) = self.known.get(&key) {
            return site;
        }
        let site = self.make(host, self.line, access());
        self.known.insert(key, site);
        site
    }

    /// The site of what happens when the method is entered.
    pub(crate) fn at_entry(&self, host: &mut dyn Host, access: AccessKind) -> SiteId {
        self.make(host, self.entries.first().map(|e| e.line), access)
    }

    fn make(&self, host: &mut dyn Host, line: Option<u16>, access: AccessKind) -> SiteId {
        host.site(Place {
            class: self.class.to_owned(),
            method: self.method.name.clone(),
            descriptor: self.method.descriptor.clone(),
            file: self.file.map(str::to_owned),
            line: line.map(u32::from),
            access,
        })
    }
}
