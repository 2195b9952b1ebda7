// SPDX-License-Identifier: MIT OR Apache-2.0
//! The model, step by step: when each message of a list is sent and received.
//!
//! A process has a port for sending and one for receiving, which work at the same time. A message of m bytes that is
//! sent at t occupies the sending port from t to t + g(m), and the receiving port of the other side from t + L to t + L
//! + g(m), later if that port is taken; then it is there. Where the receiver combines it with its own data, that
//! occupies its port a little longer.
//!
//! Each process sends in the order of the list and receives in the order of the list, as a program of blocking calls
//! would. A send begins as soon as its port is free and all messages are there that it has to wait for. Everybody
//! starts at 0.

use super::parameters::Link;

/// A message to send.
#[derive(Clone, Debug, PartialEq)]
pub struct Send {
    /// Who sends.
    pub from: usize,
    /// Who receives.
    pub to: usize,
    /// How many bytes.
    pub bytes: usize,
    /// The messages that must be there before: their places in the list, all of them earlier ones.
    pub after: Vec<usize>,
    /// For how many seconds the receiver combines what it got.
    pub combining: f64,
}

/// When each message is there, and combined: seconds from the start, in the order of the list.
///
/// `link` says how a process communicates with another.
///
/// # Panics
/// A message waits for itself or for a later one.
pub fn run<'a>(processes: usize, sends: &[Send], link: impl Fn(usize, usize) -> &'a Link) -> Vec<f64> {
    let (mut sending, mut receiving) = (vec![0.0_f64; processes], vec![0.0_f64; processes]);
    let mut there: Vec<f64> = Vec::with_capacity(sends.len());
    for send in sends {
        let link = link(send.from, send.to);
        let start = send.after.iter().map(|&earlier| there[earlier]).fold(sending[send.from], f64::max);
        sending[send.from] = start + link.gap(send.bytes);
        let received = receiving[send.to].max(start + link.latency()) + link.gap(send.bytes) + send.combining;
        receiving[send.to] = received;
        there.push(received);
    }
    there
}

/// When the last message is there.
pub fn makespan<'a>(processes: usize, sends: &[Send], link: impl Fn(usize, usize) -> &'a Link) -> f64 {
    run(processes, sends, link).into_iter().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::parameters::Gap;
    use super::*;

    fn send(from: usize, to: usize, bytes: usize, after: &[usize], combining: f64) -> Send {
        Send { from, to, bytes, after: after.to_vec(), combining }
    }

    #[test]
    fn ports_are_taken_one_message_at_a_time() {
        // g(m) = 2 + m, L = 5.
        let link = Link::new(5.0, Gap::new(vec![(0, 2.0), (1, 3.0)]).unwrap()).unwrap();
        let sends = [
            send(0, 1, 1, &[], 0.0),     // 0 sends until 3; there at 8.
            send(0, 2, 0, &[], 0.0),     // From 3 to 5; there at 3+5+2 = 10.
            send(1, 2, 8, &[0], 0.0),    // Sent at 8; 2 receives from 13 to 23.
            send(3, 2, 0, &[], 0.5),     // Sent at 0, but 2 receives in order: from 23 to 25, and combines until 25.5.
            send(2, 3, 0, &[2, 3], 0.0), // 25.5 + 5 + 2.
            send(3, 1, 1, &[], 0.0), // 3 is free again at 2; 1 could receive at 7, but its port is taken until 8: 11, while it sends.
        ];
        assert_eq!(run(4, &sends, |_, _| &link), [8.0, 10.0, 23.0, 25.5, 32.5, 11.0]);
        assert_eq!((makespan(4, &sends, |_, _| &link), makespan(1, &[], |_, _| &link)), (32.5, 0.0));
    }

    #[test]
    fn links_may_differ() {
        let [near, far] =
            [1.0, 10.0].map(|latency| Link::new(latency, Gap::new(vec![(0, latency / 2.0)]).unwrap()).unwrap());
        let sends = [send(0, 2, 0, &[], 0.0), send(0, 1, 0, &[], 0.0), send(1, 2, 0, &[1], 0.0)];
        // 5 to send far; then near: there at 5 + 1 + 0.5; from 1 to 2 it is far again.
        assert_eq!(run(3, &sends, |_, to| if to == 2 { &far } else { &near }), [15.0, 6.5, 21.5]);
    }
}
