// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rows of the table.

use std::fmt::Display;

use crate::text::outside_parentheses;

/// The table's word for a function that the library calls, and that is not intercepted.
pub const CALLED: &str = "called";

/// A function of MPI.
pub struct Function {
    /// The C name: `MPI_Isend`.
    pub name: String,
    /// The forms in which it exists.
    pub forms: Forms,
    /// The feature that intercepts it.
    pub asked: String,
    /// True if the library itself calls it.
    pub is_called: bool,
    /// The count of a call.
    pub hook: Hook,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

/// The forms in which a function exists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Forms {
    /// In C with small and with large counts.
    Both,
    /// As [`Forms::Both`], but not under an MPI without large counts.
    Arrays,
    /// Without large counts.
    Small,
    /// Without large counts and without a buffer.
    Plain,
}

/// The count of a call, and the time at which it is taken.
pub struct Hook {
    /// The type of `capi::monitored` that counts.
    pub when: String,
    /// The function that counts.
    pub function: String,
    /// Its arguments: names of parameters.
    pub arguments: Vec<String>,
    /// The fields of the structure that a call becomes, in names of parameters.
    pub fields: String,
}

/// A parameter.
pub struct Parameter {
    /// The name in the standard.
    pub name: String,
    /// The kind, in the standard's word.
    pub word: String,
}

/// The kind of a parameter, as far as the entries distinguish them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The address of data that the call reads.
    Buffer,
    /// The address of data that the call writes.
    Written,
    /// A number of elements, of 32 bits in the form for small counts.
    Count,
    /// An array of such numbers.
    Counts,
    /// A number of elements, always of 64 bits.
    Elements,
    /// An array of displacements, of 32 bits in the form for small counts.
    Displacements,
    /// An array of displacements, always of 64 bits.
    FarDisplacements,
    /// An address as a number.
    Displacement,
    /// An array of datatypes.
    Datatypes,
    /// An int.
    Number,
    /// A request, or the first one of an array.
    Requests,
    /// Any other output of the call.
    Output,
    /// A handle.
    Datatype,
    /// A handle.
    Comm,
    /// A handle.
    Win,
    /// A handle.
    Op,
    /// A handle that is not counted.
    Handle,
    /// A handle.
    Info,
    /// An array of ints that the call reads.
    Numbers,
    /// An array of weights.
    Weights,
    /// An int that the call writes, or the number of a program's arguments.
    NumberOut,
    /// A text.
    Text,
    /// The arguments of a program.
    Words,
    /// Any other argument, in C only.
    Rest,
}

impl Kind {
    /// Returns the kind for a word of the table.
    fn of(word: &str) -> Self {
        match word {
            "BUFFER" => Self::Buffer,
            "BUFFER>" => Self::Written,
            "POLYXFER_NUM_ELEM_NNI" | "POLYRMA_DISPLACEMENT" => Self::Count,
            "POLYXFER_NUM_ELEM_NNI[]" => Self::Counts,
            "XFER_NUM_ELEM_NNI" => Self::Elements,
            "POLYDISPLACEMENT[]" => Self::Displacements,
            "DISPLACEMENT[]" => Self::FarDisplacements,
            "RMA_DISPLACEMENT_NNI" | "WINDOW_SIZE" => Self::Displacement,
            "DATATYPE[]" => Self::Datatypes,
            "REQUEST>" | "REQUEST[]>" => Self::Requests,
            "DATATYPE" => Self::Datatype,
            "COMMUNICATOR" => Self::Comm,
            "WINDOW" => Self::Win,
            "OPERATION" => Self::Op,
            "INFO" => Self::Info,
            "ERRHANDLER" | "GROUP" | "SESSION" => Self::Handle,
            "ARGUMENT_COUNT" | "ARGUMENT_COUNT>" | "RANK>" | "STRING_LENGTH>" | "THREAD_LEVEL>" => Self::NumberOut,
            "ARGUMENT_LIST>" | "ARGUMENT_LIST[]>" => Self::Words,
            "STRING" => Self::Text,
            "VARARGS" => Self::Rest,
            "WEIGHT[]" => Self::Weights,
            "DEGREE[]" | "DIMENSION[]" | "INDEX[]" | "LOGICAL[]" | "RANK[]" | "RANK_NNI[]" => Self::Numbers,
            "ARRAY_LENGTH" | "COMM_SIZE" | "DEGREE" | "INDEX" | "LOGICAL" | "NUM_DIMS" | "SPLIT_TYPE"
            | "THREAD_LEVEL" => Self::Number,
            "ARRAY_LENGTH_NNI" | "ASSERT" | "COLOR" | "KEY" | "LOCK_TYPE" | "PARTITION" | "PROFILE_LEVEL" | "RANK"
            | "RANK_NNI" | "TAG" => Self::Number,
            _ if word.ends_with('>') => Self::Output,
            _ => panic!("the generator does not know the kind {word}"),
        }
    }
}

impl Function {
    /// Parses a line; `None` if it is no row.
    pub fn of_row(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
        let [name, forms, asked, hook, parameters] = cells[..] else { panic!("a row has five cells: {line}") };
        let (asked, is_called) = match asked.strip_suffix(", called") {
            Some(asked) => (asked, true),
            None => (asked, asked == CALLED),
        };
        Some(Self {
            name: name.to_owned(),
            forms: match forms {
                "both" => Forms::Both,
                "arrays" => Forms::Arrays,
                "small" => Forms::Small,
                "plain" => Forms::Plain,
                _ => panic!("{name}: no forms are called {forms}"),
            },
            asked: asked.to_owned(),
            is_called,
            hook: Hook::of(hook),
            parameters: parameters.split(' ').filter(|cell| *cell != "-").map(Parameter::of).collect(),
        })
    }

    /// Returns the name without the prefix, in lower case.
    pub fn short(&self) -> String {
        self.name.strip_prefix("MPI_").unwrap_or(&self.name).to_lowercase()
    }

    /// True if there is a form for large counts.
    pub fn has_large(&self) -> bool {
        matches!(self.forms, Forms::Both | Forms::Arrays)
    }

    /// Returns the parameters with their types, as in a definition.
    pub fn declared<T: Display>(&self, type_of: impl Fn(&Parameter) -> T) -> String {
        let one = |one: &Parameter| format!("{}: {}", one.name, type_of(one));
        self.parameters.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// Returns the names of the parameters, as arguments of a call.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|one| one.name.as_str()).collect();
        names.join(", ")
    }

    /// Generates the value that counts a call. `value` returns the argument for a parameter.
    pub fn hook(&self, value: impl Fn(&Parameter) -> String) -> String {
        let Hook { when, function, arguments, .. } = &self.hook;
        let find = |name: &str| {
            let found = self.parameters.iter().find(|one| one.name == name);
            found.unwrap_or_else(|| panic!("{} has no parameter {name}", self.name))
        };
        let arguments = arguments.iter().map(|name| value(find(name))).collect::<Vec<_>>().join(", ");
        match when.as_str() {
            "time" => "Time".to_owned(),
            "sent" => format!("Sent(move || ({arguments}))"),
            "once" => format!("Once(move || monitor::{function}({arguments}))"),
            "start" => format!("Started(move || monitor::{function}({arguments}))"),
            "now" => format!("Now(move || monitor::{function}({arguments}))"),
            "before" => format!("Before(move || monitor::{function}({arguments}))"),
            "later" => format!("Later({}, move || monitor::{function}({arguments}))", value(find("request"))),
            _ => panic!("{}: nothing is counted {when}", self.name),
        }
    }

    /// Generates the function, with its arguments, that counts a hierarchical call.
    pub fn amount(&self, value: impl Fn(&Parameter) -> String) -> String {
        let Hook { function, arguments, .. } = &self.hook;
        format!("monitor::{function}({})", self.substituted(&arguments.join(", "), value))
    }

    /// Generates a structure of this name for a call. Its fields begin with `first`.
    pub fn structure(&self, name: &str, first: &str, value: impl Fn(&Parameter) -> String) -> String {
        let field = |field: &str| {
            let (name, what) = field.split_once(": ").unwrap_or((field, field));
            let what = self.substituted(what, &value);
            if what == name { what } else { format!("{name}: {what}") }
        };
        let fields: Vec<String> = outside_parentheses(&self.hook.fields).into_iter().map(field).collect();
        format!("calls::{name} {{ {first}{} }}", fields.join(", "))
    }

    /// Replaces the names of parameters in a text by their values.
    fn substituted(&self, text: &str, value: impl Fn(&Parameter) -> String) -> String {
        let mut found = String::new();
        for word in text.split_inclusive(['(', ')', ',', ' ', ':']) {
            let name = word.trim_end_matches(['(', ')', ',', ' ', ':']);
            // A function may have the name of a parameter.
            let parameter = self.parameters.iter().find(|one| one.name == name && !word.ends_with('('));
            match parameter {
                Some(parameter) => found += &(value(parameter) + &word[name.len()..]),
                None => found += word,
            }
        }
        found
    }
}

impl Hook {
    fn of(cell: &str) -> Self {
        let (cell, fields) = cell.split_once(" of ").unwrap_or((cell, ""));
        let (call, arguments) = cell.split_once('(').unwrap_or((cell, ""));
        let (when, function) = call.split_once(' ').unwrap_or((call, call));
        let arguments = arguments.trim_end_matches(')').split(", ").filter(|name| !name.is_empty());
        Self {
            when: when.to_owned(),
            function: function.to_owned(),
            arguments: arguments.map(str::to_owned).collect(),
            fields: fields.to_owned(),
        }
    }
}

impl Parameter {
    fn of(cell: &str) -> Self {
        let (name, word) = cell.split_once(':').unwrap_or((cell, ""));
        Self { name: name.to_owned(), word: word.to_owned() }
    }

    /// Returns the kind of the parameter in an entry.
    pub fn kind(&self) -> Kind {
        Kind::of(&self.word)
    }
}
