//! Making: a family's problems, by variant.

use super::check::{check_count, check_factors, listed};
use super::item_maker::ItemMaker;
use super::{Families, Family, Make, Variant};
use crate::{Design, MakeError};
use peirast_record::{Problem, Profile, Versions};

impl Family {
    /// Returns the built-in family with this name.
    ///
    /// # Errors
    /// [`MakeError::UnknownFamily`], which lists the known ones.
    pub fn named(name: &str) -> Result<&'static Self, MakeError> {
        Families::built_in().named(name)
    }

    /// Returns the variant with this name.
    ///
    /// # Errors
    /// [`MakeError::UnknownVariant`], which lists the known ones.
    pub fn variant(&self, name: &str) -> Result<&'static Variant, MakeError> {
        self.variants.iter().find(|v| v.name == name).ok_or_else(|| MakeError::UnknownVariant {
            family: self.name.to_owned(),
            variant: name.to_owned(),
            known: self.variants.iter().map(|v| v.name).collect::<Vec<_>>().join(", "),
        })
    }

    /// Makes all versions of items `0..n` of one variant, item by item.
    ///
    /// The same design gives the same problems, and the first `m` items do not depend on `n`. No
    /// two problems have the same text, every matched pair differs only where its factor may, and
    /// every problem has the guarantees of [`Problem::check`].
    ///
    /// # Errors
    /// An unknown variant, more than two million items, or more than the stimulus lists can
    /// distinguish.
    ///
    /// ```
    /// use peirast_task::{Design, Family};
    /// use peirast_record::Profile;
    /// let design = Design { seed: 1, profile: Profile::Balanced };
    /// let problems = Family::named("conjunction")?.make(&design, "2", 3)?;
    /// assert_eq!(problems.len(), 6, "an original and a perturbed version of each item");
    /// # Ok::<(), peirast_task::MakeError>(())
    /// ```
    pub fn make(&self, design: &Design, variant: &str, n: u32) -> Result<Vec<Problem>, MakeError> {
        self.make_versions(design, variant, n, &Versions::default())
    }

    /// Makes only the requested versions of each item; of a family with very many versions, such as
    /// the orders of premises, the first ones by default.
    ///
    /// # Errors
    /// As [`Family::make`], and [`MakeError::NoVersion`] if no item has such a version.
    pub fn make_versions(
        &self,
        design: &Design,
        variant: &str,
        n: u32,
        versions: &Versions,
    ) -> Result<Vec<Problem>, MakeError> {
        let known = self.checked(design, variant, n, versions)?;
        let problems = match known.make {
            Make::Each(make) => ItemMaker::new(self, known, make, design, n, versions).up_to(n)?,
            Make::Together(make) => make(design, n, versions)?,
        };
        if problems.is_empty() && n > 0 {
            let variant = format!("{}/{}", self.name, known.name);
            return Err(MakeError::NoVersion { variant, wanted: listed(versions) });
        }
        Ok(problems)
    }

    /// Returns true if it exists in this design.
    pub fn has(&self, profile: Profile) -> bool {
        self.profiles.contains(&profile)
    }

    /// Returns the error for a missing profile.
    pub(super) fn without(&self, profile: Profile) -> MakeError {
        MakeError::NoProfile { family: self.name, profile: profile.as_str() }
    }

    /// Returns the maker of the items of a variant, if they are independent; `None` if they are
    /// made all together.
    ///
    /// # Errors
    /// As [`Family::make_versions`], before anything is made.
    pub(crate) fn item_maker(
        &self,
        design: &Design,
        variant: &str,
        n: u32,
        versions: &Versions,
    ) -> Result<Option<ItemMaker>, MakeError> {
        let known = self.checked(design, variant, n, versions)?;
        Ok(match known.make {
            Make::Each(make) => Some(ItemMaker::new(self, known, make, design, n, versions)),
            Make::Together(_) => None,
        })
    }

    /// Returns the variant with this name, if this number of its items can be made in this design.
    fn checked(
        &self,
        design: &Design,
        variant: &str,
        n: u32,
        versions: &Versions,
    ) -> Result<&'static Variant, MakeError> {
        let known = self.variant(variant)?;
        check_count(u64::from(n))?;
        check_factors(self, known, versions)?;
        match self.has(design.profile) {
            true => Ok(known),
            false => Err(self.without(design.profile)),
        }
    }
}
