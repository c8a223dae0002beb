//! The publications that methods go back to.

/// A publication. In the order of the authors' names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reference {
    BenjaminiHochberg,
    ClopperPearson,
    Koralus,
    Manski,
    McNemar,
    Newcombe,
    Ramdas,
    WangRamdas,
    Wilson,
}

impl Reference {
    /// As it stands in brackets.
    pub(super) const fn short(self) -> &'static str {
        match self {
            Self::BenjaminiHochberg => "Benjamini and Hochberg, 1995",
            Self::ClopperPearson => "Clopper and Pearson, 1934",
            Self::Koralus => "Koralus, 2022",
            Self::Manski => "Manski, 1990",
            Self::McNemar => "McNemar, 1947",
            Self::Newcombe => "Newcombe, 1998, method 10",
            Self::Ramdas => "Ramdas et al., 2023",
            Self::WangRamdas => "Wang and Ramdas, 2022",
            Self::Wilson => "Wilson, 1927",
        }
    }

    /// As it stands in the list.
    pub(super) const fn long(self) -> &'static str {
        match self {
            Self::BenjaminiHochberg => {
                "Benjamini, Y., and Hochberg, Y. (1995). Controlling the false discovery rate: a practical and \
                 powerful approach to multiple testing. Journal of the Royal Statistical Society B 57:289-300."
            }
            Self::ClopperPearson => {
                "Clopper, C. J., and Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in \
                 the case of the binomial. Biometrika 26:404-413."
            }
            Self::Koralus => {
                "Koralus, P. (2022). Reason and Inquiry: The Erotetic Theory. Oxford University Press."
            }
            Self::Manski => {
                "Manski, C. F. (1990). Nonparametric bounds on treatment effects. American Economic Review \
                 80:319-323."
            }
            Self::McNemar => {
                "McNemar, Q. (1947). Note on the sampling error of the difference between correlated proportions or \
                 percentages. Psychometrika 12:153-157."
            }
            Self::Newcombe => {
                "Newcombe, R. G. (1998). Improved confidence intervals for the difference between binomial \
                 proportions based on paired data. Statistics in Medicine 17:2635-2650."
            }
            Self::Ramdas => {
                "Ramdas, A., Grünwald, P., Vovk, V., and Shafer, G. (2023). Game-theoretic statistics and safe \
                 anytime-valid inference. Statistical Science 38:576-601."
            }
            Self::WangRamdas => {
                "Wang, R., and Ramdas, A. (2022). False discovery rate control with e-values. Journal of the Royal \
                 Statistical Society B 84:822-852."
            }
            Self::Wilson => {
                "Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. Journal \
                 of the American Statistical Association 22:209-212."
            }
        }
    }
}
