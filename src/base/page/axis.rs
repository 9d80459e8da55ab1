//! Numbers as places along a length of a picture.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// From zero, evenly.
    Even,
    /// By their logarithms, between whole powers of ten.
    Powers,
}

/// A length of a picture with numbers from `low` to `high`: themselves, or the powers of ten they stand for.
pub struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    step: f64,
    pub from: f64,
    pub to: f64,
}

/// Roughly how many numbers label an axis.
const TICKS: f64 = 7.0;

impl Axis {
    /// The axis that holds all of some numbers, none of them negative.
    pub fn new(scale: Scale, numbers: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Self {
        let least = numbers.clone().fold(f64::INFINITY, f64::min);
        let most = numbers.fold(0.0, f64::max);
        let (low, high, step) = match scale {
            Scale::Even => {
                let most = if most > 0.0 { most } else { 1.0 };
                let rough = most / TICKS;
                let power = power_of_ten(rough.log10().floor());
                let step =
                    power * [1.0, 2.0, 5.0].into_iter().find(|step| step * power >= rough).unwrap_or(10.0);
                (0.0, step * (most / step).ceil().max(1.0), step)
            }
            Scale::Powers if most > 0.0 => {
                let low = least.log10().floor().clamp(-12.0, 24.0);
                let high = most.log10().ceil().clamp(low + 1.0, 25.0);
                (low, high, ((high - low) / TICKS).ceil())
            }
            Scale::Powers => (0.0, 1.0, 1.0),
        };
        Self { scale, low, high, step, from, to }
    }

    pub fn at(&self, number: f64) -> f64 {
        let number = if self.scale == Scale::Powers { number.log10() } else { number };
        let share = (number - self.low) / (self.high - self.low);
        self.from + (self.to - self.from) * share.clamp(0.0, 1.0)
    }

    pub fn end(&self) -> f64 {
        if self.scale == Scale::Powers { power_of_ten(self.high) } else { self.high }
    }

    /// The numbers that label the axis, with their places.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let plain = self.low >= -4.0 && self.high <= 4.0;
        let count = ((self.high - self.low) / self.step + 1e-9).floor();
        let numbers =
            std::iter::successors(Some(0.0), |index| Some(index + 1.0)).take_while(|index| *index <= count);
        let tick = |index: f64| {
            let number = self.low + index * self.step;
            match self.scale {
                Scale::Even => (self.at(number), even(number, self.step)),
                Scale::Powers => (self.at(power_of_ten(number)), power(number, plain)),
            }
        };
        numbers.map(tick).collect()
    }
}

/// A whole power of ten. `powf`, and `powi` below one, are not exact on every system.
#[allow(clippy::cast_possible_truncation, reason = "a small whole number")]
fn power_of_ten(power: f64) -> f64 {
    if power < 0.0 { 1.0 / power_of_ten(-power) } else { 10f64.powi(power as i32) }
}

/// A number with the precision of the step to the next one; letters for thousands and millions.
fn even(number: f64, step: f64) -> String {
    for (unit, size) in [("M", 1e6), ("k", 1e3)] {
        if step >= size / 10.0 && number >= size {
            let shown = format!("{:.1}", number / size);
            return shown.trim_end_matches('0').trim_end_matches('.').to_owned() + unit;
        }
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of digits")]
    let digits = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{number:.digits$}")
}

/// A power of ten: written out, or as 10 with a raised number. All numbers of an axis are written in the same way.
fn power(power: f64, plain: bool) -> String {
    if plain {
        return power_of_ten(power).to_string();
    }
    let written = format!("{power:.0}");
    let raised = written.chars().map(|one| match one {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        // The others stand in a row.
        digit => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or(0)).unwrap_or(digit),
    });
    format!("10{}", raised.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, numbers: &[f64]) -> String {
        let ticks = Axis::new(scale, numbers.iter().copied(), 0.0, 1.0).ticks();
        ticks.into_iter().map(|tick| tick.1).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn axes_have_round_numbers() {
        assert_eq!(labels(Scale::Even, &[13.0]), "0 2 4 6 8 10 12 14");
        assert_eq!(labels(Scale::Even, &[0.034]), "0.000 0.005 0.010 0.015 0.020 0.025 0.030 0.035");
        assert_eq!(labels(Scale::Even, &[2_100_000.0]), "0 500k 1M 1.5M 2M 2.5M");
        assert_eq!(labels(Scale::Even, &[]), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(labels(Scale::Powers, &[0.02, 30.0]), "0.01 0.1 1 10 100");
        assert_eq!(labels(Scale::Powers, &[1.0, 3e6]), "10⁰ 10¹ 10² 10³ 10⁴ 10⁵ 10⁶ 10⁷");
        assert_eq!(labels(Scale::Powers, &[]), "1 10");
    }
}
