// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers of MPI's functions by their names, in C and in Fortran.

/// The same number for all names of a function, in C and in Fortran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionId(u32);

impl FunctionId {
    /// Determines the number from a name in C or Fortran.
    pub const fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        let mut end = bytes.len();
        while end > 0 && bytes[end - 1] == b'_' {
            end -= 1;
        }
        let mut suffix = 0;
        while suffix < SUFFIXES.len() {
            let length = SUFFIXES[suffix].len();
            if end > length && is_at(name, end - length, SUFFIXES[suffix]) {
                end -= length;
            }
            suffix += 1;
        }
        // FNV-1a.
        let (mut hash, mut at) = (0x811C_9DC5_u32, 0);
        while at < end {
            hash = (hash ^ bytes[at].to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193);
            at += 1;
        }
        Self(hash)
    }
}

/// The suffixes of the names in mpi_f08, and of those for large counts.
const SUFFIXES: [&str; 3] = ["_f08ts", "_f08", "_c"];

/// True if a name has a word at this position, in upper or lower case.
pub const fn is_at(name: &str, at: usize, word: &str) -> bool {
    let (name, word) = (name.as_bytes(), word.as_bytes());
    let mut next = 0;
    while next < word.len() {
        if at + next >= name.len() || name[at + next].to_ascii_lowercase() != word[next] {
            return false;
        }
        next += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_function_have_one_number() {
        let of = FunctionId::of;
        for (name, others) in [
            (
                "MPI_Send",
                &["mpi_send_", "mpi_send__", "MPI_SEND", "mpi_send_f08_", "MPI_Send_c", "mpi_send_c_f08ts_"][..],
            ),
            ("MPI_Comm_f2c", &["MPI_COMM_F2C"]),
        ] {
            assert!(others.iter().all(|other| of(other) == of(name)), "{name}");
        }
        assert!(["MPI_Isend", "MPI_Send_init", "MPI_Recv"].into_iter().all(|other| of(other) != of("MPI_Send")));
    }
}
