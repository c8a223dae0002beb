//! Dependency relations without an engine.

use crate::bits::Bits;
use crate::engine::Engine;
use crate::error::Error;
use crate::lexicon::{Lexicon, ObjectId};
use crate::relation::{Quantifier, Relation};
use crate::view::View;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// A dependency relation (definition 5): which things are arbitrary, which are merely some, and
/// whose choice waits for whose.
///
/// `R = ⟨U, E, D⟩` has universals `U`, existentials `E` and pairs `⟨e,u⟩ ∈ D`, "`e` depends on
/// `u`". For any two universals, the existentials that depend on one must contain those that depend
/// on the other (*Matryoshka*). That makes the relations one to one with quantifier prefixes in
/// which the order of neighbours of a kind is left open (*Reason and Inquiry*, B.1 to B.3). A
/// relation is read and written as such a prefix: an existential depends on the universals before
/// it.
///
/// ```
/// use peirast_etr::DependencyRelation;
///
/// let relation: DependencyRelation = "Ax Ey Az".parse()?;
/// assert_eq!(relation.to_string(), "∀x ∃y ∀z");
/// assert!(relation.depends("y", "x"));
/// assert!(!relation.depends("y", "z"));
///
/// // The order of universals among themselves makes no difference.
/// assert_eq!("Au Av".parse::<DependencyRelation>()?, "Av Au".parse()?);
/// # Ok::<(), peirast_etr::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct DependencyRelation {
    /// The prefix, outermost block first; neighbours differ in kind.
    blocks: Vec<(Quantifier, BTreeSet<String>)>,
}

impl DependencyRelation {
    pub(crate) fn new(relation: &Relation, lexicon: &Lexicon) -> DependencyRelation {
        let name = |object: u32| lexicon.object_name(ObjectId(object)).to_owned();
        let blocks =
            relation.blocks().map(|(kind, block)| (kind, block.iter().map(name).collect()));
        DependencyRelation { blocks: blocks.collect() }
    }

    /// The same relation in the numbers of a lexicon.
    pub(crate) fn interned(&self, lexicon: &mut Lexicon) -> Relation {
        let mut relation = Relation::default();
        for (kind, names) in &self.blocks {
            let block: Bits = names.iter().map(|name| lexicon.intern_object(name).0).collect();
            relation.append(*kind, &block);
        }
        relation
    }

    fn combined(
        &self,
        other: &DependencyRelation,
        combine: fn(&Relation, &Relation) -> Result<Relation, Error>,
    ) -> Result<DependencyRelation, Error> {
        let mut lexicon = Engine::default().lexicon;
        let (one, two) = (self.interned(&mut lexicon), other.interned(&mut lexicon));
        Ok(DependencyRelation::new(&combine(&one, &two)?, &lexicon))
    }

    fn of_kind(&self, kind: Quantifier) -> impl Iterator<Item = &str> {
        let blocks = self.blocks.iter().filter(move |block| block.0 == kind);
        blocks.flat_map(|(_, names)| names.iter().map(String::as_str))
    }

    fn place(&self, kind: Quantifier, name: &str) -> Option<usize> {
        self.blocks.iter().position(|block| block.0 == kind && block.1.contains(name))
    }

    /// `U`, the arbitrary things, outermost first.
    pub fn universals(&self) -> impl Iterator<Item = &str> {
        self.of_kind(Quantifier::Universal)
    }

    /// `E`, the things of which there are some, outermost first.
    pub fn existentials(&self) -> impl Iterator<Item = &str> {
        self.of_kind(Quantifier::Existential)
    }

    /// Is `⟨e,u⟩ ∈ D`: does the existential `e` depend on the universal `u`? Not if one of them is
    /// unknown or of the other kind.
    ///
    /// ```
    /// use peirast_etr::DependencyRelation;
    ///
    /// let relation: DependencyRelation = "Ex Ay Ez".parse()?;
    /// assert!(relation.depends("z", "y"));
    /// assert!(!relation.depends("x", "y"));
    /// assert!(!relation.depends("y", "x")); // y is universal
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn depends(&self, existential: &str, universal: &str) -> bool {
        let inner = self.place(Quantifier::Existential, existential);
        let outer = self.place(Quantifier::Universal, universal);
        inner.zip(outer).is_some_and(|(inner, outer)| outer < inner)
    }

    /// `[R]_X`, the relation between those objects that are in `keep` (definition 12):
    /// `⟨U∩X, E∩X, D ∩ (E∩X × U∩X)⟩`. Every operation ends with it.
    ///
    /// ```
    /// use peirast_etr::DependencyRelation;
    ///
    /// let relation: DependencyRelation = "Ax Ey Az Ew".parse()?;
    /// assert_eq!(relation.restrict(&["x", "w"]).to_string(), "∀x ∃w");
    /// assert_eq!(relation.restrict(&["x", "z"]), "Ax Az".parse()?);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn restrict(&self, keep: &[&str]) -> DependencyRelation {
        let mut lexicon = Engine::default().lexicon;
        let keep: Bits = keep.iter().map(|name| lexicon.intern_object(name).0).collect();
        let restricted = self.interned(&mut lexicon).restricted(&keep);
        DependencyRelation::new(&restricted, &lexicon)
    }

    /// `R ⋊ S`, the chain (definition 14): all of `inner` inside this relation, so that each of
    /// its existentials depends on each universal here.
    ///
    /// ```text
    /// R ⋊ S = ⟨U_R ∪ U_S, E_R ∪ E_S, D_R ∪ D_S ∪ E_S × U_R⟩
    /// ```
    ///
    /// ```
    /// use peirast_etr::DependencyRelation;
    ///
    /// let outer: DependencyRelation = "Ax Ey".parse()?;
    /// let inner: DependencyRelation = "Ez Aw".parse()?;
    /// assert_eq!(outer.chain(&inner)?.to_string(), "∀x ∃y ∃z ∀w");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// For relations with objects in common, [`Error::Clash`] if one is universal here and
    /// existential there, [`Error::NotMatryoshka`] if the pairs make no relation.
    pub fn chain(&self, inner: &DependencyRelation) -> Result<DependencyRelation, Error> {
        self.combined(inner, Relation::chain)
    }

    /// `R ⋈ S`, the fusion (definition 14, as B.5 extends it): the dependencies of two views,
    /// interleaved so that no dependency of either is lost and as few as possible are added.
    ///
    /// ```text
    /// R ⋈ S = ⟨U₀, E₀, ∅⟩ ⋊ ([R]_rest ⋈ [S]_rest)   and empty if both are
    /// E₀ = the existentials inside no universal
    /// U₀ = the universals inside no existential but those of E₀ and such as are inside them too
    /// ```
    ///
    /// *Inside* is `◁`, the transitive closure of the *inside* of `R` and of `S` together
    /// (definition 29). The order of the two relations makes no difference.
    ///
    /// ```
    /// use peirast_etr::DependencyRelation;
    ///
    /// // Case new_e2.
    /// let one: DependencyRelation = "Ea Ax".parse()?;
    /// let two: DependencyRelation = "Ax Eb".parse()?;
    /// assert_eq!(one.fuse(&two)?.to_string(), "∃a ∀x ∃b");
    ///
    /// // "Everyone loves someone" and "someone is loved by all" disagree; the dependency stays.
    /// let each: DependencyRelation = "Ax Ey".parse()?;
    /// let same: DependencyRelation = "Ey Ax".parse()?;
    /// assert_eq!(each.fuse(&same)?, each);
    /// assert_eq!(same.fuse(&each)?, each);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Clash`] if an object is universal in one and existential in the other.
    pub fn fuse(&self, other: &DependencyRelation) -> Result<DependencyRelation, Error> {
        self.combined(other, Relation::fuse)
    }

    /// `[R]ᴺ`, the negation (definition 14): *every* for *some*, *some* for *every*.
    ///
    /// ```text
    /// [⟨U, E, D⟩]ᴺ = ⟨E, U, {⟨u,e⟩ : ⟨e,u⟩ ∉ D}⟩
    /// ```
    ///
    /// ```
    /// use peirast_etr::DependencyRelation;
    ///
    /// let relation: DependencyRelation = "Ax Ey".parse()?;
    /// assert_eq!(relation.negate().to_string(), "∃x ∀y");
    /// assert_eq!(relation.negate().negate(), relation);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn negate(&self) -> DependencyRelation {
        let other = |kind| match kind {
            Quantifier::Existential => Quantifier::Universal,
            Quantifier::Universal => Quantifier::Existential,
        };
        let blocks = self.blocks.iter().map(|(kind, names)| (other(*kind), names.clone()));
        DependencyRelation { blocks: blocks.collect() }
    }
}

impl FromStr for DependencyRelation {
    type Err = Error;

    /// Reads a quantifier prefix, `∀x ∃y` or `Ax Ey`.
    fn from_str(text: &str) -> Result<DependencyRelation, Error> {
        let mut engine = Engine::default();
        let relation = engine.read_relation(text)?;
        Ok(DependencyRelation::new(&relation, &engine.lexicon))
    }
}

impl fmt::Display for DependencyRelation {
    /// As views print their prefix: neighbours of a kind by name, `x1` before `x`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lexicon = Engine::default().lexicon;
        let relation = self.interned(&mut lexicon);
        for (at, (kind, object)) in lexicon.prefix(&relation).into_iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            write!(f, "{space}{}{}", kind.sign(), lexicon.object_name(object))?;
        }
        Ok(())
    }
}

impl fmt::Debug for DependencyRelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DependencyRelation({self})")
    }
}

impl View {
    /// `R`, the dependencies of this view.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let view: View = "Ax Ey {Loves(x,y)}".parse()?;
    /// assert!(view.dependencies().depends("y", "x"));
    /// assert!(!view.negation()?.dependencies().depends("y", "x"));
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn dependencies(&self) -> DependencyRelation {
        DependencyRelation::new(&self.interned().relation, self.lexicon())
    }
}
