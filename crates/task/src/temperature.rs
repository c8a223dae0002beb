//! Studies at several temperatures.

use peirast_record::Contrast;

/// The factor of studies at several temperatures.
pub const TEMPERATURE: &str = "temperature";

/// Returns the level of a temperature: `0.0`, `0.5`.
pub fn temperature_level(temperature: f64) -> String {
    // -0 is 0.
    format!("{:?}", temperature + 0.0)
}

/// Repeats the comparisons for each temperature.
pub(crate) fn at_each_temperature(contrasts: &[Contrast], temperatures: &[f64]) -> Vec<Contrast> {
    let at = |contrast: &Contrast, temperature: f64| {
        let level = temperature_level(temperature);
        let mut contrast = contrast.clone();
        contrast.method = format!("{} T={level}", contrast.method);
        for unit in &mut contrast.units {
            unit.original.set(TEMPERATURE, &level);
            unit.perturbed.set(TEMPERATURE, &level);
        }
        contrast
    };
    let each = |contrast| temperatures.iter().map(move |t| at(contrast, *t));
    contrasts.iter().flat_map(each).collect()
}
