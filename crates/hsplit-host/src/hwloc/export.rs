// SPDX-License-Identifier: MIT OR Apache-2.0
//! A topology from hwloc's XML export: the tree of objects, the kinds of cores, the matrices.
//!
//! hwloc's exports do not contain logical indices, because they follow from the tree. They are computed here by hwloc's
//! rules, in [`Export::levels`] and [`Export::with_type`].

use std::collections::HashMap;

use super::xml::{Element, parse};
use hsplit_core::cpus::Cpus;

/// The highest accepted number of a processing unit, because tables and sets of this size are allocated.
pub(crate) const MOST_UNIT: u32 = 1 << 20;

pub(crate) struct Export {
    objects: Vec<Data>,
    kinds: Vec<CpuKind>,
    matrices: Vec<Matrix>,
}

struct Data {
    element: Element,
    cpuset: Option<Cpus>,
    /// The index of this group's type among the types of groups around each other.
    group_depth: usize,
    parent: Option<usize>,
    normal: Vec<usize>,
    memory: Vec<usize>,
    io: Vec<usize>,
}

pub(crate) struct CpuKind {
    pub(crate) cpuset: Cpus,
    /// hwloc's name of the kind, `IntelAtom`.
    pub(crate) core_type: Option<String>,
}

/// A matrix of distances or bandwidths between objects.
pub(crate) struct Matrix {
    name: String,
    objects: Vec<Option<usize>>,
    values: Vec<u64>,
}

#[derive(Clone, Copy)]
pub(crate) struct Object<'a> {
    export: &'a Export,
    index: usize,
}

/// The list of children to which an object belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChildKind {
    Normal,
    Memory,
    Io,
    /// Objects added by programs, such as notes.
    Misc,
}

impl ChildKind {
    fn of(type_name: &str) -> Self {
        match type_name {
            "NUMANode" | "MemCache" => Self::Memory,
            "Bridge" | "PCIDev" | "OSDev" => Self::Io,
            "Misc" => Self::Misc,
            _ => Self::Normal,
        }
    }
}

impl Export {
    /// Parses an export of version 2.
    pub(crate) fn read(export: &str) -> Result<Self, String> {
        let mut topology = parse(export)?;
        if topology.name != "topology" || topology.get("version").is_none_or(|version| !version.starts_with("2.")) {
            return Err("is not a topology of version 2".to_owned());
        }
        let (objects, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut topology.children).into_iter().partition(is_object);
        let mut export = Self { objects: vec![], kinds: vec![], matrices: vec![] };
        let root = objects.into_iter().next().ok_or("has no object")?;
        if kind_of(&root) != ChildKind::Normal {
            return Err("has a root that is no machine".to_owned());
        }
        export.add(root, None)?;
        for other in &others {
            match &*other.name {
                "cpukind" => export.kinds.push(CpuKind {
                    cpuset: other.get("cpuset").map_or(Ok(Cpus::default()), set)?,
                    core_type: info(other, "CoreType").map(str::to_owned),
                }),
                "distances2" | "distances2hetero" => {
                    let matrix = export.matrix(other)?;
                    export.matrices.push(matrix);
                }
                _ => {}
            }
        }
        let groups = export.levels().into_iter().filter(|level| export.objects[level[0]].type_name() == "Group");
        for (depth, level) in groups.enumerate().collect::<Vec<_>>() {
            level.into_iter().for_each(|index| export.objects[index].group_depth = depth);
        }
        Ok(export)
    }

    fn add(&mut self, mut element: Element, parent: Option<usize>) -> Result<usize, String> {
        let index = self.objects.len();
        let (inside, rest) = std::mem::take(&mut element.children).into_iter().partition(is_object);
        let inside: Vec<Element> = inside;
        element.children = rest;
        if element.get("type").is_none() {
            return Err("has an object without a type".to_owned());
        }
        let cpuset = element.get("cpuset").map(set).transpose()?;
        let (normal, memory, io) = (vec![], vec![], vec![]);
        self.objects.push(Data { element, cpuset, group_depth: 0, parent, normal, memory, io });
        for child in inside {
            let kind = kind_of(&child);
            let child = self.add(child, Some(index))?;
            let data = &mut self.objects[index];
            match kind {
                ChildKind::Normal => data.normal.push(child),
                ChildKind::Memory => data.memory.push(child),
                ChildKind::Io => data.io.push(child),
                ChildKind::Misc => {}
            }
        }
        Ok(index)
    }

    fn matrix(&self, element: &Element) -> Result<Matrix, String> {
        let words = |name| element.named(name).flat_map(|list| list.text.split_ascii_whitespace());
        let own_type = element.get("type");
        let by_os = element.get("indexing") == Some("os");
        let mut index_of: HashMap<(Option<&str>, u64), usize> = HashMap::new();
        for (index, object) in self.objects.iter().enumerate() {
            let number = object.element.number(if by_os { "os_index" } else { "gp_index" });
            index_of.extend(number.map(|number| ((by_os.then(|| object.type_name()), number), index)));
        }
        let object = |word: &str| -> Result<Option<usize>, String> {
            let (type_name, number) =
                word.split_once(':').map_or((own_type, word), |(name, number)| (Some(name), number));
            let number = number.parse().map_err(|_| format!("has a matrix with '{word}'"))?;
            Ok(index_of.get(&(type_name.filter(|_| by_os), number)).copied())
        };
        let objects: Vec<Option<usize>> = words("indexes").map(object).collect::<Result<_, _>>()?;
        let values: Vec<u64> = words("u64values").map_while(|word| word.parse().ok()).collect();
        if values.len() != objects.len() * objects.len() {
            return Err(format!("has a matrix of {} objects with {} values", objects.len(), values.len()));
        }
        Ok(Matrix { name: element.get("name").unwrap_or_default().to_owned(), objects, values })
    }

    pub(crate) fn root(&self) -> Object<'_> {
        self.object(0)
    }

    fn object(&self, index: usize) -> Object<'_> {
        Object { export: self, index }
    }

    /// The processing units that this process may use, if the export contains them.
    pub(crate) fn allowed(&self) -> Option<Cpus> {
        set(self.objects[0].element.get("allowed_cpuset")?).ok()
    }

    /// The kinds of cores, in hwloc's order.
    pub(crate) fn kinds(&self) -> &[CpuKind] {
        &self.kinds
    }

    pub(crate) fn matrices(&self, name: &str) -> impl Iterator<Item = &Matrix> {
        self.matrices.iter().filter(move |matrix| matrix.name == name)
    }

    /// The objects of a matrix; `None` for one that the topology does not have.
    pub(crate) fn objects_of<'a>(&'a self, matrix: &Matrix) -> Vec<Option<Object<'a>>> {
        matrix.objects.iter().map(|index| Some(self.object((*index)?))).collect()
    }

    /// The objects of each depth, in logical order. Each depth has the objects of a type that is inside none of the
    /// remaining objects; processing units are last.
    pub(crate) fn depths(&self) -> Vec<Vec<Object<'_>>> {
        self.levels().into_iter().map(|level| level.into_iter().map(|index| self.object(index)).collect()).collect()
    }

    fn levels(&self) -> Vec<Vec<usize>> {
        let (mut levels, mut left) = (vec![], vec![0]);
        while let Some(&first) = left.first() {
            let is_unit = |index: &&usize| self.objects[**index].type_name() == "PU";
            let mut top = left.iter().find(|index| !is_unit(index)).copied().unwrap_or(first);
            for &index in &left {
                if !self.is_alike(top, index) && self.has_inside(index, top) {
                    top = index;
                }
            }
            let (mut level, mut rest) = (vec![], vec![]);
            for index in left {
                if self.is_alike(top, index) {
                    level.push(index);
                    rest.extend(&self.objects[index].normal);
                } else {
                    rest.push(index);
                }
            }
            levels.push(level);
            left = rest;
        }
        levels
    }

    /// True if hwloc puts two objects at one depth if possible. Groups are of one type if they have the same origin.
    fn is_alike(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.objects[a].element, &self.objects[b].element);
        let is_same = |name| a.get(name) == b.get(name);
        is_same("type") && (a.get("type") != Some("Group") || (is_same("kind") && is_same("subkind")))
    }

    fn has_inside(&self, index: usize, other: usize) -> bool {
        self.objects[index].normal.iter().any(|&child| self.is_alike(child, other) || self.has_inside(child, other))
    }

    /// The objects of a type that is attached to other objects (memory, devices), in logical order: the ones inside an
    /// object come before its own.
    pub(crate) fn with_type(&self, type_name: &str) -> Vec<Object<'_>> {
        let mut found = vec![];
        self.collect(0, type_name, &mut found);
        found.into_iter().map(|index| self.object(index)).collect()
    }

    fn collect(&self, index: usize, type_name: &str, found: &mut Vec<usize>) {
        let data = &self.objects[index];
        if data.type_name() == type_name {
            found.push(index);
        }
        for &child in data.normal.iter().chain(&data.memory).chain(&data.io) {
            self.collect(child, type_name, found);
        }
    }
}

impl Data {
    fn type_name(&self) -> &str {
        self.element.get("type").unwrap_or_default()
    }
}

impl<'a> Object<'a> {
    fn data(self) -> &'a Data {
        &self.export.objects[self.index]
    }

    /// Its type in the export: `L1Cache`, `PCIDev`.
    pub(crate) fn type_name(self) -> &'a str {
        self.data().type_name()
    }

    /// Its type in the format of `hwloc_obj_type_snprintf`: `L1dCache`, `Group0`, `Package`.
    pub(crate) fn full_name(self) -> String {
        let type_name = self.type_name();
        if type_name == "Group" {
            return format!("Group{}", self.data().group_depth);
        }
        let letter = match self.get("cache_type") {
            Some("1") => "d",
            Some("2") => "i",
            _ => "",
        };
        match self.get("depth").filter(|_| self.is_cache()) {
            Some(depth) => format!("L{depth}{letter}Cache"),
            None => type_name.to_owned(),
        }
    }

    fn is_cache(self) -> bool {
        self.type_name().ends_with("Cache") && self.type_name().starts_with('L')
    }

    pub(crate) fn get(self, name: &str) -> Option<&'a str> {
        self.data().element.get(name)
    }

    /// The value of an info pair.
    pub(crate) fn info(self, name: &str) -> Option<&'a str> {
        info(&self.data().element, name)
    }

    pub(crate) fn os_index(self) -> Option<u32> {
        self.data().element.number("os_index")
    }

    /// The processing units by the operating system's numbers; `None` for devices.
    pub(crate) fn cpuset(self) -> Option<&'a Cpus> {
        self.data().cpuset.as_ref()
    }

    /// The objects inside it.
    pub(crate) fn normal_children(self) -> impl Iterator<Item = Self> {
        self.data().normal.iter().map(move |&index| self.export.object(index))
    }

    pub(crate) fn memory_children(self) -> impl Iterator<Item = Self> {
        self.data().memory.iter().map(move |&index| self.export.object(index))
    }

    pub(crate) fn io_children(self) -> impl Iterator<Item = Self> {
        self.data().io.iter().map(move |&index| self.export.object(index))
    }

    /// The objects around it, the narrowest first.
    pub(crate) fn ancestors(self) -> impl Iterator<Item = Self> {
        let around = move |object: &Self| object.data().parent.map(|index| object.export.object(index));
        std::iter::successors(around(&self), around)
    }

    pub(crate) fn first_non_io_ancestor(self) -> Option<Self> {
        self.ancestors().find(|object| kind_of(&object.data().element) != ChildKind::Io)
    }
}

impl Matrix {
    /// The value from one object to another, by their indices in the matrix.
    pub(crate) fn value(&self, from: usize, to: usize) -> u64 {
        self.values[from * self.objects.len() + to]
    }
}

fn is_object(element: &Element) -> bool {
    element.name == "object"
}

fn kind_of(element: &Element) -> ChildKind {
    ChildKind::of(element.get("type").unwrap_or_default())
}

fn info<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    element.named("info").find(|info| info.get("name") == Some(name))?.get("value")
}

/// Parses a set in hwloc's format: words of 32 bits, the highest first; an empty word is 0: `0x1,,0xff`.
///
/// # Errors
/// The text is not a set, or an infinite one (`0xf...f,0x1`).
pub(crate) fn set(text: &str) -> Result<Cpus, String> {
    let wrong = || format!("'{text}' is not a set of processing units");
    let words: Vec<&str> = text.split(',').collect();
    let mut units = vec![];
    for (place, word) in (0u32..).zip(words.into_iter().rev()) {
        let digits = word.strip_prefix("0x").unwrap_or(word);
        let bits = if digits.is_empty() { 0 } else { u32::from_str_radix(digits, 16).map_err(|_| wrong())? };
        if place * u32::BITS > MOST_UNIT {
            return Err(wrong());
        }
        units.extend((0..u32::BITS).filter(|bit| bits >> bit & 1 == 1).map(|bit| place * u32::BITS + bit));
    }
    Ok(units.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_units() {
        let read = |text| set(text).map(|set| set.to_string()).ok();
        assert_eq!(read("0x0").as_deref(), Some(""));
        assert_eq!(read("0x0000000f").as_deref(), Some("0-3"));
        assert_eq!(read("0x80000001,,0x00000003").as_deref(), Some("0-1,64,95"));
        assert_eq!([read("0xf...f"), read("0xf...f,0x1"), read("zork"), read("0x123456789")], [None, None, None, None]);
        assert_eq!(read(&format!("0x1{}", ",".repeat(1 << 20))), None);
    }

    #[test]
    fn other_texts_are_no_topologies() {
        for text in [
            "<topology/>",
            "<topology version=\"2.0\"/>",
            "<topology version=\"3.0\"><object type=\"Machine\"/></topology>",
            "<topology version=\"2.0\"><object/></topology>",
            "<topology version=\"2.0\"><object type=\"PCIDev\"/></topology>",
            "<topology version=\"2.0\"><object type=\"Machine\" cpuset=\"x\"/></topology>",
            "<topology version=\"2.0\"><object type=\"Machine\"/><distances2><indexes>1</indexes></distances2>\
             </topology>",
        ] {
            assert!(Export::read(text).is_err(), "{text}");
        }
    }
}
