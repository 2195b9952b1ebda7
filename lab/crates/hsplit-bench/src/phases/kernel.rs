// SPDX-License-Identifier: MIT OR Apache-2.0
//! The threaded kernel: a matrix product in one parallel region.

use std::sync::Mutex;

use hsplit_experiments::matrix::{is_product, left, multiply_add, part, right};

use super::openmp::OpenMp;

/// The order of the matrices.
const ORDER: usize = 192;
/// Rows that one thread computes at a time.
const ROWS: usize = 2;

/// The matrices.
pub(crate) struct Product {
    left: Vec<f64>,
    right: Vec<f64>,
    result: Vec<f64>,
}

impl Product {
    pub(crate) fn new() -> Self {
        Self {
            left: part(left, 0..ORDER, 0..ORDER),
            right: part(right, 0..ORDER, 0..ORDER),
            result: vec![0.0; ORDER * ORDER],
        }
    }

    /// Computes the product `times` times, each time in a parallel region whose threads have equal numbers of rows.
    pub(crate) fn compute(&mut self, openmp: OpenMp, threads: u32, times: u32) {
        for _ in 0..times {
            self.once(openmp, threads);
        }
    }

    fn once(&mut self, openmp: OpenMp, threads: u32) {
        let blocks: Vec<Mutex<&mut [f64]>> = self.result.chunks_mut(ROWS * ORDER).map(Mutex::new).collect();
        let (left, right) = (&self.left, &self.right);
        openmp.region(threads, &|thread, threads| {
            for nth in thread * blocks.len() / threads..(thread + 1) * blocks.len() / threads {
                // Each block has one thread; no thread panics.
                let Ok(mut block) = blocks[nth].lock() else { return };
                block.fill(0.0);
                let rows = &left[nth * ROWS * ORDER..(nth + 1) * ROWS * ORDER];
                multiply_add(&mut block, rows, right, ORDER, ORDER);
            }
        });
    }

    pub(crate) fn is_right(&self) -> bool {
        is_product(&self.result, 0..ORDER, 0..ORDER, ORDER)
    }
}
