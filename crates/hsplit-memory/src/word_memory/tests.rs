// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;

const LATE: Duration = Duration::from_secs(20);
const LONGEST: usize = 256 << 10;

fn members(members: usize, processes: usize) -> Vec<WordMemory> {
    let offset = 4096;
    let shared = SharedMapping::create("hsplit-test", offset + WordMemory::length(members, LONGEST)).unwrap();
    let shared = Arc::new(shared);
    (0..members).map(|own| WordMemory::new(shared.clone(), offset, LONGEST, [own, members], processes)).collect()
}

/// A member's work during a wait, which fails after some time.
fn in_time() -> impl FnMut() -> Result<(), &'static str> {
    let begin = Instant::now();
    move || if begin.elapsed() < LATE { Ok(()) } else { Err("a member waits in vain") }
}

/// The bytes that a member writes in a call.
fn written(member: usize, call: u64, length: usize) -> impl Iterator<Item = u8> {
    (0..length).map(move |at| (member * 31 + call as usize * 7 + at) as u8)
}

fn put(memory: &mut WordMemory, length: usize) {
    let to = memory.room(length, in_time()).unwrap();
    for (at, byte) in written(memory.own, memory.call, length).enumerate() {
        // SAFETY: `room` returns `length` bytes, which no member reads before they are published.
        unsafe { to.add(at).write(byte) };
    }
}

fn check(memory: &WordMemory, member: usize, length: usize) {
    assert_eq!(memory.published(member), length);
    let from = memory.data(member, length);
    for (at, byte) in written(member, memory.call, length).enumerate() {
        // SAFETY: a wait for the member has returned, and this call has not ended here.
        assert_eq!(unsafe { from.add(at).read() }, byte, "byte {at} of {member} in call {}", memory.call);
    }
}

/// A call of one of three kinds.
fn call(memory: &mut WordMemory, kind: usize, length: usize) {
    memory.begin(if kind == 0 { length.min(SLOT) } else { length });
    let one = memory.call as usize % memory.members;
    match kind {
        0 => {
            put(memory, length.min(SLOT));
            memory.publish(Awaited::WithAll, None);
            memory.wait_for_all(false, in_time()).unwrap();
            (0..memory.members).for_each(|member| check(memory, member, length.min(SLOT)));
        }
        1 if memory.own == one => {
            memory.wait_for_all(true, in_time()).unwrap();
            (0..memory.members).filter(|&member| member != one).for_each(|member| check(memory, member, 8));
            put(memory, length);
            memory.publish(Awaited::Alone, None);
        }
        1 => {
            put(memory, 8);
            memory.publish(Awaited::WithAll, Some(one));
            memory.wait_for(one, in_time()).unwrap();
            check(memory, one, length);
        }
        _ if memory.own == one => {
            put(memory, length);
            memory.publish(Awaited::Alone, None);
        }
        _ => {
            memory.wait_for(one, in_time()).unwrap();
            check(memory, one, length);
        }
    }
    memory.end();
}

#[test]
fn all_data_of_all_calls_comes_to_all() {
    for (count, processes) in [(2, 2), (2, 1000), (5, 1000)] {
        std::thread::scope(|scope| {
            for mut memory in members(count, processes) {
                scope.spawn(move || {
                    for number in 0..600 {
                        let length = [0, 1, INLINE, INLINE + 1, SLOT, SLOT + 1, LONGEST][number % 7];
                        call(&mut memory, number / 7 % 3, length);
                    }
                });
            }
        });
    }
}

#[test]
fn places_are_apart_and_aligned() {
    let mut all = members(3, 3);
    let mut seen = std::collections::BTreeMap::new();
    for memory in &mut all {
        for number in 0..WINDOW as u64 {
            memory.call = number;
            for (length, bytes) in [(INLINE, INLINE), (SLOT, SLOT)] {
                let start = memory.data(memory.own, length) as usize;
                assert_eq!(start % 16, 0);
                assert_eq!(seen.insert(start, bytes), None);
            }
            assert_eq!(memory.data(memory.own, LONGEST), {
                memory.call = 0;
                memory.data(memory.own, SLOT)
            });
        }
    }
    let starts: Vec<usize> = seen.keys().copied().collect();
    assert!(starts.windows(2).all(|two| two[0] + seen[&two[0]] <= two[1]));
    let memory = &all[0];
    let end = starts.last().unwrap() + LONGEST - (WINDOW - 1) * SLOT;
    assert_eq!(end, memory.start(0) as usize + WordMemory::length(3, LONGEST));
}

#[test]
fn what_a_member_does_meanwhile_can_end_a_wait() {
    let mut all = members(2, 1000);
    all[0].begin(0);
    let mut times = 0;
    let end = all[0].wait_for(1, || {
        times += 1;
        if times == 3 { Err("enough") } else { Ok(()) }
    });
    assert_eq!(end, Err("enough"));
}
