//! A small seeded random number generator, the same on every machine. Not cryptographically secure.

/// A generator of 64-bit numbers: xorshift, then a product.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator for this seed; any seed will do.
    ///
    /// ```
    /// use banto::search::Random;
    ///
    /// let (mut one, mut other) = (Random::new(7), Random::new(7));
    /// assert_eq!(one.next(), other.next());
    /// assert!(one.below(6) < 6);
    /// ```
    pub const fn new(seed: u64) -> Self {
        // The state must not be zero; a product spreads seeds that are close together.
        Self(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `limit`, which is not 0.
    pub const fn below(&mut self, limit: u32) -> u32 {
        (((self.next() >> 32) * limit as u64) >> 32) as u32
    }

    /// An index below `length`, which is not 0.
    pub fn below_index(&mut self, length: usize) -> usize {
        let product = u128::from(self.next()) * length as u128;
        usize::try_from(product >> 64).expect("less than the length")
    }
}
