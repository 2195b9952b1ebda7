// SPDX-License-Identifier: MIT OR Apache-2.0
//! The saving of an order in each step of a program, and the cost of moving the roles' data.

use super::{NONE, Order};
use hsplit_mapping::{Cost, MapError, Mapping, Metrics, Slots, Traffic, metrics};

/// The cost of sending all data to the new owner of its role: the traffic cost of one message, and of each byte that a
/// rank has.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Migration {
    once: u128,
    byte: u128,
}

impl Migration {
    /// Computes the cost for an order in which every rank has a role. A rank's data is one message.
    ///
    /// # Errors
    /// The cost names a level that does not exist.
    pub(super) fn of(order: &Order, slots: &Slots, cost: &Cost) -> Result<Self, MapError> {
        let ranks = order.new_of.len();
        let place = Mapping::identity(ranks, slots)?;
        let moves = |bytes| {
            let moved = (0..).zip(&order.new_of).filter(|&(old, &new)| new != old && new != NONE);
            Traffic::from_arcs(ranks, moved.map(move |(player, &role)| (role, player, bytes)))
        };
        let price = |bytes, messages| {
            let traffic = moves(bytes).with_messages(&moves(messages));
            metrics(&traffic, slots, &place, cost).map(|worth| worth.cost)
        };
        Ok(Self { once: price(0, 1)?, byte: price(1, 0)? })
    }
}

/// Returns a text with the saving in each of these steps, and the amount of data that one step's saving moves.
pub(super) fn text(steps: u64, before: &Metrics, after: &Metrics, migration: &Migration) -> String {
    let saved = before.cost.saturating_sub(after.cost) / u128::from(steps);
    let step = if steps == 1 { "a step".to_owned() } else { format!("each of {steps} steps") };
    let levels = before.levels.iter().zip(&after.levels).filter(|(before, after)| before.inside != after.inside);
    let levels: Vec<String> = levels
        .map(|(before, after)| {
            let more = (i128::from(after.inside) - i128::from(before.inside)) / i128::from(steps);
            format!(", inside {} {more:+} bytes", before.level)
        })
        .collect();
    let Migration { once, byte } = migration;
    let once_and = if *once > 0 { format!("{once} and ") } else { String::new() };
    let paid = saved.saturating_sub(*once).checked_div(*byte);
    let paid = paid.map(|bytes| format!(", so that a step pays for {bytes} bytes a rank")).unwrap_or_default();
    format!("; {step} saves {saved}{}; migrating costs {once_and}{byte} for each byte a rank{paid}", levels.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_mapping::{Links, Rate};

    /// Two nodes of two ranks. Ranks 0 and 2, and 1 and 3, exchange 50 bytes in each of ten steps.
    fn advice(cost: &Cost) -> (Migration, String) {
        let slots =
            Slots::from_places(&["Machine".into(), "Core".into()], &[vec![0, 0], vec![0, 1], vec![1, 2], vec![1, 3]]);
        let traffic = Traffic::from_arcs(4, [(0, 2, 500), (1, 3, 500)]);
        let traffic = traffic.with_messages(&Traffic::from_arcs(4, [(0, 2, 10), (1, 3, 10)]));
        let order = Order { new_of: vec![0, 2, 1, 3] };
        let worth = |slot_of: [u32; 4]| metrics(&traffic, &slots, &Mapping { slot_of: slot_of.into() }, cost).unwrap();
        let migration = Migration::of(&order, &slots, cost).unwrap();
        let text = text(10, &worth([0, 1, 2, 3]), &worth([0, 2, 1, 3]), &migration);
        (migration, text)
    }

    #[test]
    fn hops_are_paid_for_each_byte() {
        let (migration, text) = advice(&Cost::Hops);
        assert_eq!(migration, Migration { once: 0, byte: 8 });
        assert_eq!(
            text,
            "; each of 10 steps saves 200, inside Machine +100 bytes; migrating costs 8 for each byte a rank, so \
             that a step pays for 25 bytes a rank"
        );
    }

    #[test]
    fn by_a_model_messages_are_paid_for_too() {
        let rate = |message, byte| Rate { message, byte };
        let slots = Slots::from_places(&["Machine".into()], &[vec![0], vec![1]]);
        let links = Links { inside: vec![rate(1000, 0)], between: vec![(None, rate(3000, 100))] };
        let (migration, text) = advice(&Cost::of_links(&slots, &links).unwrap());
        assert_eq!(migration, Migration { once: 6000, byte: 200 });
        assert_eq!(
            text,
            "; each of 10 steps saves 14000, inside Machine +100 bytes; migrating costs 6000 and 200 for each byte a \
             rank, so that a step pays for 40 bytes a rank"
        );
    }
}
