// SPDX-License-Identifier: MIT OR Apache-2.0
//! The byte format of a machine, in which one process of a node passes it to the others.
//!
//! All values are LEB128 numbers or counted strings. The reader checks every count against the remaining bytes and
//! every index against the data read so far, so corrupted bytes give an error and never a panic.

use std::ops::Range;
use std::sync::Arc;

use super::{Counted, Machine, Object, attach};
use crate::cpus::Cpus;
use crate::device::Device;
use crate::level::Level;
use crate::memory::{Memory, MemoryKind};
use crate::name::Name;
use crate::region::Region;
use crate::varint::{LONGEST_VARINT, push_varint, split_varint};

const FORMAT: u64 = 6;
/// More objects than any node has: a limit for corrupted counts before anything is allocated. (Lower for fuzz targets,
/// because a table has an entry for each number of a processing unit.)
const MOST: u64 = if cfg!(fuzzing) { 1 << 10 } else { 1 << 22 };

/// An error in the bytes of a machine.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes end early.
    #[error("ends early")]
    Truncated,
    /// The bytes have another format version.
    #[error("has format {0}, not {FORMAT}")]
    Format(u64),
    /// The bytes describe an impossible machine.
    #[error("is corrupted: {0}")]
    Damaged(&'static str),
}

impl Machine {
    /// Encodes the machine for [`Machine::decode`].
    pub fn encode(&self) -> Vec<u8> {
        let mut levels: Vec<&Arc<Level>> = Vec::new();
        let mut bytes = vec![];
        let mut body = vec![];
        for object in &self.objects {
            let index = levels.iter().position(|level| *level == &object.level).unwrap_or_else(|| {
                levels.push(&object.level);
                levels.len() - 1
            });
            push_varint(&mut body, index as u64);
            push_varint(&mut body, u64::from(object.units.start));
            push_varint(&mut body, u64::from(object.units.end - object.units.start));
            push_varint(&mut body, object.children.len() as u64);
        }
        push_varint(&mut bytes, FORMAT);
        push_varint(&mut bytes, u64::from(self.this_system) | u64::from(self.by_os) << 1);
        push_varint(&mut bytes, self.units.len() as u64);
        self.units.iter().for_each(|&os| push_varint(&mut bytes, u64::from(os)));
        push_varint(&mut bytes, levels.len() as u64);
        levels.iter().for_each(|level| push_level(&mut bytes, level));
        push_varint(&mut bytes, self.objects.len() as u64);
        bytes.extend(body);
        push_devices(&mut bytes, &self.objects);
        push_counted(&mut bytes, &self.counted);
        push_regions(&mut bytes, &self.regions);
        push_memory(&mut bytes, &self.memory);
        bytes
    }

    /// Decodes the bytes of [`Machine::encode`].
    ///
    /// # Errors
    /// The bytes are truncated, have another format, or describe no tree.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader(bytes);
        let format = reader.number()?;
        if format != FORMAT {
            return Err(DecodeError::Format(format));
        }
        let flags = reader.number()?;
        let units = reader.list(|r| r.index(MOST))?;
        let levels = reader.list(read_level)?;
        let raw = reader.list(|r| read_object(r, &levels, units.len() as u32))?;
        let mut objects = link(raw)?;
        let devices = reader.list(|r| read_device(r, objects.len()))?;
        attach(&mut objects, devices);
        let counted = reader.list(|r| read_counted(r, units.len() as u32))?;
        let regions = reader.list(|r| read_region(r, units.len() as u32))?;
        let memory = reader.list(|r| read_memory(r, units.len() as u32))?;
        let machine = Self::from_parts(objects, units, flags & 1 != 0).with_regions(regions).with_memory(memory);
        let machine = Self { counted: counted.into(), by_os: flags & 2 != 0, ..machine };
        let found = machine.logical.iter().filter(|&&unit| unit != u32::MAX).count();
        if found == machine.units.len() { Ok(machine) } else { Err(DecodeError::Damaged("a processing unit twice")) }
    }
}

fn push_level(bytes: &mut Vec<u8>, level: &Level) {
    push_varint(bytes, level.spelled().count() as u64);
    level.spelled().for_each(|name| push_text(bytes, name.as_str()));
}

fn push_text(bytes: &mut Vec<u8>, text: &str) {
    push_varint(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
}

/// Encodes every device with the index of its object. Objects without devices, the majority, take no bytes.
fn push_devices(bytes: &mut Vec<u8>, objects: &[Object]) {
    let attached = || {
        (0u64..).zip(objects).flat_map(|(index, object)| {
            object.devices.iter().flat_map(|devices| devices.iter()).map(move |device| (index, device))
        })
    };
    push_varint(bytes, attached().count() as u64);
    for (index, device) in attached() {
        push_varint(bytes, index);
        push_texts(bytes, device.names());
    }
}

fn push_texts(bytes: &mut Vec<u8>, texts: &[String]) {
    push_varint(bytes, texts.len() as u64);
    texts.iter().for_each(|text| push_text(bytes, text));
}

fn push_run(bytes: &mut Vec<u8>, run: &Range<u32>) {
    push_varint(bytes, u64::from(run.start));
    push_varint(bytes, u64::from(run.end - run.start));
}

/// Encodes the regions, which most machines do not have.
fn push_regions(bytes: &mut Vec<u8>, regions: &[Region]) {
    push_varint(bytes, regions.len() as u64);
    for region in regions {
        push_texts(bytes, region.names());
        push_units(bytes, region.units());
    }
}

fn push_units(bytes: &mut Vec<u8>, units: &Cpus) {
    push_varint(bytes, units.runs().count() as u64);
    units.runs().for_each(|run| push_run(bytes, &(*run.start()..run.end() + 1)));
}

fn push_memory(bytes: &mut Vec<u8>, memory: &[Memory]) {
    push_varint(bytes, memory.len() as u64);
    for Memory { number, kind, bytes: size, units } in memory {
        let kind = MemoryKind::ALL.iter().position(|known| known == kind).unwrap_or_default();
        [u64::from(*number), kind as u64, *size].into_iter().for_each(|number| push_varint(bytes, number));
        push_units(bytes, units);
    }
}

fn read_memory(reader: &mut Reader<'_>, units: u32) -> Result<Memory, DecodeError> {
    let (number, kind, bytes) = (reader.index(MOST)?, reader.index(MOST)?, reader.number()?);
    let kind = *MemoryKind::ALL.get(kind as usize).ok_or(DecodeError::Damaged("an unknown kind of memory"))?;
    Ok(Memory { number, kind, bytes, units: reader.units(units)? })
}

fn read_region(reader: &mut Reader<'_>, units: u32) -> Result<Region, DecodeError> {
    Ok(Region::new(reader.texts()?, reader.units(units)?))
}

/// Encodes hwloc's counts that differ from the levels; most machines have none.
fn push_counted(bytes: &mut Vec<u8>, counted: &[Counted]) {
    push_varint(bytes, counted.len() as u64);
    for Counted { name, units } in counted {
        push_text(bytes, name.as_str());
        push_varint(bytes, units.len() as u64);
        units.iter().for_each(|run| push_run(bytes, run));
    }
}

fn read_counted(reader: &mut Reader<'_>, units: u32) -> Result<Counted, DecodeError> {
    let name = reader.text().map(Name::new)?;
    Ok(Counted { name, units: reader.list(|r| r.run(units))? })
}

fn read_device(reader: &mut Reader<'_>, objects: usize) -> Result<(u32, Device), DecodeError> {
    let index = reader.index(MOST)?;
    if index as usize >= objects {
        return Err(DecodeError::Damaged("a device at no object"));
    }
    Ok((index, Device::new(reader.texts()?)))
}

fn read_level(reader: &mut Reader<'_>) -> Result<Arc<Level>, DecodeError> {
    let names = reader.list(|r| r.text().map(Name::new))?;
    if names.is_empty() { Err(DecodeError::Damaged("a level has no name")) } else { Ok(Arc::new(Level::new(&names))) }
}

/// An object whose children have not been read yet.
struct Pending {
    level: Arc<Level>,
    units: Range<u32>,
    children: u64,
}

fn read_object(reader: &mut Reader<'_>, levels: &[Arc<Level>], units: u32) -> Result<Pending, DecodeError> {
    let level = levels.get(reader.index(MOST)? as usize).ok_or(DecodeError::Damaged("an unknown level"))?.clone();
    Ok(Pending { level, units: reader.run(units)?, children: reader.number()? })
}

/// Rebuilds the tree from objects in preorder, each with its number of children.
fn link(raw: Vec<Pending>) -> Result<Vec<Object>, DecodeError> {
    let mut objects: Vec<Object> = Vec::with_capacity(raw.len());
    let mut open: Vec<(usize, u64)> = vec![];
    for (index, pending) in raw.into_iter().enumerate() {
        while open.last().is_some_and(|(_, left)| *left == 0) {
            open.pop();
        }
        match open.last_mut() {
            Some((parent, left)) => {
                *left -= 1;
                objects[*parent].children.push(index as u32);
            }
            None if index == 0 => {}
            None => return Err(DecodeError::Damaged("more than one root")),
        }
        objects.push(Object::new(pending.level, pending.units));
        open.push((index, pending.children));
    }
    if objects.is_empty() || open.iter().any(|(_, left)| *left != 0) {
        return Err(DecodeError::Damaged("the tree is not complete"));
    }
    Ok(objects)
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn number(&mut self) -> Result<u64, DecodeError> {
        let cut_short = self.0.len() < LONGEST_VARINT;
        let wrong = if cut_short { DecodeError::Truncated } else { DecodeError::Damaged("a number is too long") };
        let (value, rest) = split_varint(self.0).ok_or(wrong)?;
        self.0 = rest;
        Ok(value)
    }

    fn index(&mut self, most: u64) -> Result<u32, DecodeError> {
        let value = self.number()?;
        if value > most { Err(DecodeError::Damaged("a number is too large")) } else { Ok(value as u32) }
    }

    /// Reads a run within `units` processing units.
    fn run(&mut self, units: u32) -> Result<Range<u32>, DecodeError> {
        let (start, length) = (self.index(MOST)?, self.index(MOST)?);
        if start + length > units {
            return Err(DecodeError::Damaged("an object outside the machine"));
        }
        Ok(start..start + length)
    }

    /// Reads a set of processing units below `units`.
    fn units(&mut self, units: u32) -> Result<Cpus, DecodeError> {
        let runs = self.list(|r| r.run(units))?;
        Ok(runs.into_iter().fold(Cpus::default(), |all, run| all.union(&Cpus::from(run))))
    }

    fn bytes(&mut self, length: u64) -> Result<&'a [u8], DecodeError> {
        let length = usize::try_from(length).ok().filter(|&l| l <= self.0.len()).ok_or(DecodeError::Truncated)?;
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        Ok(taken)
    }

    fn text(&mut self) -> Result<&'a str, DecodeError> {
        let length = self.number()?;
        std::str::from_utf8(self.bytes(length)?).map_err(|_| DecodeError::Damaged("a name is not text"))
    }

    fn texts(&mut self) -> Result<Vec<String>, DecodeError> {
        self.list(|r| r.text().map(str::to_owned))
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T, DecodeError>) -> Result<Vec<T>, DecodeError> {
        let count = self.number()?;
        if count > self.0.len() as u64 {
            return Err(DecodeError::Truncated);
        }
        (0..count).map(|_| item(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::RawObject;
    use proptest::prelude::*;

    fn sample() -> Machine {
        let pu = |u: u32| RawObject { name: Name::new("PU"), units: u..u + 1, children: vec![], memory: vec![] };
        let package = |f: u32| RawObject {
            name: Name::new("Package"),
            units: f..f + 2,
            children: vec![pu(f), pu(f + 1)],
            memory: vec![],
        };
        let root = RawObject {
            name: Name::new("Machine"),
            units: 0..4,
            children: vec![package(0), package(2)],
            memory: vec![],
        };
        let device = |names: &[&str]| Device::new(names.iter().map(|name| name.to_string()).collect());
        let devices = vec![
            (2..4, device(&["gpu0", "gpu"])),
            (0..4, device(&["eth0"])),
            (2..4, device(&["gpu1"])),
            (1..2, device(&[])),
        ];
        // Two NUMA nodes of the first package, and one without processing units.
        let nodes = Counted { name: Name::new("NUMANode"), units: vec![0..2, 0..2, 0..0] };
        let regions =
            vec![Region::new(vec!["E-core".to_owned(), "core_type".to_owned()], [0, 2, 3].into_iter().collect())];
        let machine = Machine::new(&root, vec![0, 2, 1, 3], true).with_devices(devices).with_counted(vec![nodes]);
        let (kind, units) = (MemoryKind::HighBandwidth, [0, 2].into_iter().collect());
        machine.with_regions(regions).with_memory(vec![Memory { number: 9, kind, bytes: 1 << 40, units }])
    }

    #[test]
    fn comes_back_equal() {
        let machine = sample();
        assert_eq!(Machine::decode(&machine.encode()), Ok(machine));
    }

    #[test]
    fn every_truncation_is_an_error() {
        let bytes = sample().encode();
        for length in 0..bytes.len() {
            assert!(Machine::decode(&bytes[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn a_processing_unit_that_is_there_twice_is_an_error() {
        let mut bytes = sample().encode();
        // The numbers follow the format, the flag and their count.
        assert_eq!(bytes[3..7], [0, 2, 1, 3]);
        bytes[4] = 1;
        assert_eq!(Machine::decode(&bytes), Err(DecodeError::Damaged("a processing unit twice")));
    }

    proptest! {
        #[test]
        fn damaged_bytes_never_panic(at in 0usize..60, value: u8, noise in prop::collection::vec(any::<u8>(), 0..80)) {
            let mut bytes = sample().encode();
            let at = at % bytes.len();
            bytes[at] = value;
            if let Ok(machine) = Machine::decode(&bytes) {
                for unit in 0..4u32 {
                    machine.path_to(&(unit..unit + 1));
                }
            }
            let _ = Machine::decode(&noise);
        }
    }
}
