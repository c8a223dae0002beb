//! The publications that statistical methods go back to. Those of problems come with the problems.

use peirast_record::Publication;

pub(crate) const BENJAMINI_HOCHBERG: Publication = Publication {
    reference: "Benjamini, Y., and Hochberg, Y. (1995). Controlling the false discovery rate: a practical and \
                powerful approach to multiple testing. Journal of the Royal Statistical Society B 57:289-300.",
    citation: "Benjamini and Hochberg, 1995",
};

pub(crate) const CLOPPER_PEARSON: Publication = Publication {
    reference: "Clopper, C. J., and Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in \
                the case of the binomial. Biometrika 26:404-413.",
    citation: "Clopper and Pearson, 1934",
};

pub(crate) const GURURANGAN: Publication = Publication {
    reference: "Gururangan, S., Swayamdipta, S., Levy, O., Schwartz, R., Bowman, S., and Smith, N. A. (2018). \
                Annotation artifacts in natural language inference data. Proceedings of NAACL-HLT 2018:107-112.",
    citation: "after Gururangan et al., 2018",
};

pub(crate) const MANSKI: Publication = Publication {
    reference: "Manski, C. F. (1990). Nonparametric bounds on treatment effects. American Economic Review \
                80:319-323.",
    citation: "Manski, 1990",
};

pub(crate) const MCNEMAR: Publication = Publication {
    reference: "McNemar, Q. (1947). Note on the sampling error of the difference between correlated proportions or \
                percentages. Psychometrika 12:153-157.",
    citation: "McNemar, 1947",
};

pub(crate) const NEWCOMBE: Publication = Publication {
    reference: "Newcombe, R. G. (1998). Improved confidence intervals for the difference between binomial \
                proportions based on paired data. Statistics in Medicine 17:2635-2650.",
    citation: "Newcombe, 1998, method 10",
};

pub(crate) const RAMDAS: Publication = Publication {
    reference: "Ramdas, A., Grünwald, P., Vovk, V., and Shafer, G. (2023). Game-theoretic statistics and safe \
                anytime-valid inference. Statistical Science 38:576-601.",
    citation: "Ramdas et al., 2023",
};

pub(crate) const WANG_RAMDAS: Publication = Publication {
    reference: "Wang, R., and Ramdas, A. (2022). False discovery rate control with e-values. Journal of the Royal \
                Statistical Society B 84:822-852.",
    citation: "Wang and Ramdas, 2022",
};

pub(crate) const WILSON: Publication = Publication {
    reference: "Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. Journal \
                of the American Statistical Association 22:209-212.",
    citation: "Wilson, 1927",
};
