use peirast_stats::{DifferenceMethod, Error, OddsRatio, PairedTable, Ratio, effect};
use serde_json::Value;

use super::{close, float, parsed, rows};

const NUMBERS: &str = include_str!("../../../golden/effect.json");

#[test]
fn odds_ratios() {
    for row in rows(NUMBERS, None) {
        let table: PairedTable = parsed(&row["table"]);
        let odds =
            effect::odds_ratio(table.n12, table.n21, float(&row["confidence"])).expect("valid");
        for (got, want) in [odds.ratio, odds.low, odds.high].into_iter().zip(0..) {
            match (got, &row["odds"][want]) {
                (Ratio::Finite(got), want) => close(got, want, 1e-10, &row),
                (other, want) => assert_eq!(other, parsed(want), "{row}"),
            }
        }
    }
}

#[test]
fn differences() {
    for row in rows(NUMBERS, None) {
        let table: PairedTable = parsed(&row["table"]);
        // Tango's interval has a separate test: the vectors do not have it.
        for method in DifferenceMethod::ALL.iter().filter(|one| **one != DifferenceMethod::Tango) {
            let got =
                effect::difference(&table, *method, float(&row["confidence"])).expect("valid");
            let want = &row[method.name()];
            let near = |got: f64, want: &Value| (got - float(want)).abs() < 1e-12;
            assert!(near(got.estimate, &row["estimate"]), "{method} {row}");
            assert!(near(got.interval.low, &want[0]), "{method} {got:?} {row}");
            assert!(near(got.interval.high, &want[1]), "{method} {got:?} {row}");
        }
    }
}

/// The example of `diffpropci.mp` in the R package PropCIs, with the limits its manual prints.
#[test]
fn agresti_min_as_in_r() {
    let table = PairedTable { n11: 0, n12: 40, n21: 20, n22: 100 };
    let got = effect::difference(&table, DifferenceMethod::AgrestiMin, 0.95).expect("valid");
    assert!((got.interval.low - -0.21601726).abs() < 5e-9, "{got:?}");
    assert!((got.interval.high - -0.03089632).abs() < 5e-9, "{got:?}");
}

/// The likelihood under the hypothesis was maximised by search instead of the formula, and the
/// limits were found by bisection. The first table is the one of Fagerland, Lydersen & Laake
/// (2014), *Statistics in Medicine* 33:2850, who print 0.026 to 0.517.
#[test]
fn tango_as_by_a_search_for_the_likeliest_cells() {
    let limits = [
        ((1, 1, 7, 12), 0.026_003_031_675_879, 0.517_232_278_043_104),
        ((60, 8, 12, 20), -0.050_720_678_629_489, 0.132_774_951_547_41),
        ((55, 4, 21, 20), 0.078_416_355_806_051, 0.267_911_759_003_378),
        ((0, 0, 5, 5), 0.083_700_798_729_477, 0.763_406_909_487_437),
        ((10, 0, 0, 10), -0.161_125_158_052_822, 0.161_125_158_052_822),
    ];
    for ((n11, n12, n21, n22), low, high) in limits {
        let table = PairedTable { n11, n12, n21, n22 };
        let got = effect::difference(&table, DifferenceMethod::Tango, 0.95).expect("valid");
        assert!((got.interval.low - low).abs() < 1e-8, "{table:?} {got:?}");
        assert!((got.interval.high - high).abs() < 1e-8, "{table:?} {got:?}");
    }
    let statistics = [
        ((1, 1, 7, 12), 0.1, 1.471_333_200_174),
        ((1, 1, 7, 12), -0.2, 3.315_417_620_123),
        ((36, 12, 2, 0), 0.1, -3.692_744_715_311),
        ((36, 12, 2, 0), -0.2, 0.0),
        ((40, 0, 1, 9), 0.1, -1.885_618_083_164),
        ((10, 0, 0, 10), -0.2, 2.236_067_977_5),
    ];
    for ((n11, n12, n21, n22), difference, z) in statistics {
        let table = PairedTable { n11, n12, n21, n22 };
        let got = effect::score_statistic(&table, difference);
        assert!((got - z).abs() < 1e-7, "{table:?} {difference} {got}");
    }
}

#[test]
fn json_is_valid_without_infinities() {
    let text =
        |n12, n21| serde_json::to_string(&effect::odds_ratio(n12, n21, 0.95).expect("valid"));
    let infinite = text(0, 5).expect("serialises");
    assert!(infinite.starts_with(r#"{"ratio":"infinity","low":0."#), "{infinite}");
    assert!(infinite.ends_with(r#""high":"infinity"}"#), "{infinite}");
    let undefined = text(0, 0).expect("serialises");
    assert_eq!(undefined, r#"{"ratio":null,"low":null,"high":null}"#);
    let odds: OddsRatio = serde_json::from_str(&infinite).expect("parses");
    assert_eq!((odds.ratio, odds.high), (Ratio::Infinite, Ratio::Infinite));
    let odds: OddsRatio = serde_json::from_str(&undefined).expect("parses");
    assert_eq!(odds.low, Ratio::Undefined);
    assert!(serde_json::from_str::<Ratio>("\"inf\"").is_err());
}

#[test]
fn refuses() {
    let empty = effect::difference(&PairedTable::default(), DifferenceMethod::Wald, 0.95);
    assert_eq!(empty, Err(Error::NoObservations));
    assert!(effect::odds_ratio(1, 1, 1.0).is_err());
}
