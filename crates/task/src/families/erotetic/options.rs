//! Options of generation, and the names of profiles with options.

use peirast_fallacy::Profile;

/// The text before each option in the name of a profile.
const WITH: &str = " with ";

/// Differences from a profile.
///
/// ```
/// use peirast_fallacy::Profile;
/// use peirast_task::Options;
///
/// let options = Options { sizes: vec![4, 5], fallacies: Some(0.5), ..Options::default() };
/// let profile = options.applied_to(Profile::named("default").expect("a profile"));
/// assert_eq!(profile.name, "default with sizes 4-5 with fallacies 0.5");
/// assert_eq!(Options::profile(&profile.name), Some(profile));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Numbers of atoms of problems; empty for those of the profile.
    pub sizes: Vec<usize>,
    /// The fewest and the most premises.
    pub premises: Option<(usize, usize)>,
    /// The share of problems whose predicted conclusion does not follow.
    pub fallacies: Option<f64>,
    /// True to allow predicted conclusions with several alternatives.
    pub any_conclusion: bool,
}

impl Options {
    /// Returns the profile with these options, which its name records.
    pub fn applied_to(&self, mut profile: Profile) -> Profile {
        let mut name = profile.name.clone();
        let mut note = |how: String| {
            name.push_str(WITH);
            name.push_str(&how);
        };
        if !self.sizes.is_empty() {
            let sizes: Vec<String> = self.sizes.iter().map(ToString::to_string).collect();
            note(format!("sizes {}", sizes.join("-")));
            profile.sizes.clone_from(&self.sizes);
        }
        if let Some((least, most)) = self.premises {
            note(match least == most {
                true => format!("premises {least}"),
                false => format!("premises {least}-{most}"),
            });
            (profile.fewest_premises, profile.most_premises) = (least, most);
        }
        if let Some(share) = self.fallacies {
            note(format!("fallacies {share}"));
            profile.fallacies = share;
        }
        if self.any_conclusion {
            note("any conclusion".to_owned());
            profile.categorical = false;
        }
        profile.name = name;
        profile
    }

    /// Returns the profile of a name that records options; `None` if there is none.
    pub fn profile(name: &str) -> Option<Profile> {
        let mut parts = name.split(WITH);
        let base = Profile::named(parts.next()?)?;
        let mut options = Options::default();
        for part in parts {
            let (what, how) = part.split_once(' ')?;
            match what {
                "sizes" => {
                    let sizes = how.split('-').map(|size| size.parse().ok());
                    options.sizes = sizes.collect::<Option<_>>()?;
                }
                "premises" => options.premises = Some(Self::ends(how)?),
                "fallacies" => options.fallacies = Some(how.parse().ok()?),
                "any" if how == "conclusion" => options.any_conclusion = true,
                _ => return None,
            }
        }
        // Names in another order or spelling are not produced.
        Some(options.applied_to(base)).filter(|profile| profile.name == name)
    }

    /// Returns the ends of `2-3`, or of `2`.
    pub fn ends(text: &str) -> Option<(usize, usize)> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        least.trim().parse().ok().zip(most.trim().parse().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_profiles_are_read_back() {
        let all = Options {
            sizes: vec![4],
            premises: Some((2, 3)),
            fallacies: Some(0.25),
            any_conclusion: true,
        };
        let base = Profile::named("paper-2025").expect("a profile");
        for options in
            [all, Options::default(), Options { premises: Some((2, 2)), ..Options::default() }]
        {
            let profile = options.applied_to(base.clone());
            assert_eq!(Options::profile(&profile.name), Some(profile));
        }
        for name in [
            "",
            "defaultx",
            "default with",
            "default with sizes",
            "default with sizes 4-",
            "default with sizes 04",
            "default with colour red",
            "default with any conclusions",
            "default with fallacies 0.5 with sizes 4",
            "default with sizes 4 with sizes 4",
        ] {
            assert_eq!(Options::profile(name), None, "{name}");
        }
    }
}
