//! The publications that methods go back to.

/// A publication. In the order of the authors' names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reference {
    BenjaminiHochberg,
    ClopperPearson,
    Evans,
    Jiang,
    Koralus,
    Manski,
    McNemar,
    Newcombe,
    Poddar,
    Ramdas,
    Richardson,
    TverskyKahneman,
    WangRamdas,
    Wilson,
}

impl Reference {
    /// As it stands in brackets.
    pub(super) const fn short(self) -> &'static str {
        match self {
            Self::BenjaminiHochberg => "Benjamini and Hochberg, 1995",
            Self::ClopperPearson => "Clopper and Pearson, 1934",
            Self::Evans => "Evans, Barston and Pollard, 1983",
            Self::Jiang => "Jiang et al., 2024",
            Self::Koralus => "Koralus, 2022",
            Self::Manski => "Manski, 1990",
            Self::McNemar => "McNemar, 1947",
            Self::Newcombe => "Newcombe, 1998, method 10",
            Self::Poddar => "Poddar, Sahoo and Ghosh, 2025",
            Self::Ramdas => "Ramdas et al., 2023",
            Self::Richardson => "Richardson et al., 2025",
            Self::TverskyKahneman => "Tversky and Kahneman, 1983",
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
            Self::Evans => {
                "Evans, J. St. B. T., Barston, J. L., and Pollard, P. (1983). On the conflict between logic and belief in \
                 syllogistic reasoning. Memory & Cognition 11:295-306."
            }
            Self::Jiang => {
                "Jiang, B., Xie, Y., Hao, Z., Wang, X., Mallick, T., Su, W. J., Taylor, C. J., and Roth, D. (2024). A \
                 peek into token bias: large language models are not yet genuine reasoners. Proceedings of EMNLP \
                 2024; arXiv:2406.11050."
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
            Self::Poddar => {
                "Poddar, A., Sahoo, S., and Ghosh, S. (2025). Understanding syllogistic reasoning in LLMs from formal \
                 and natural language perspectives (the benchmark \"Logic in LLMs\"). arXiv:2512.12620."
            }
            Self::Ramdas => {
                "Ramdas, A., Grünwald, P., Vovk, V., and Shafer, G. (2023). Game-theoretic statistics and safe \
                 anytime-valid inference. Statistical Science 38:576-601."
            }
            Self::Richardson => {
                "Richardson, A. K., Kearns, R. O., Moss, S., Wang-Mascianica, V., and Koralus, P. (2025). \
                 Theory-grounded evaluation of human-like fallacy patterns in LLM reasoning. arXiv:2506.11128."
            }
            Self::TverskyKahneman => {
                "Tversky, A., and Kahneman, D. (1983). Extensional versus intuitive reasoning: the conjunction fallacy in \
                 probability judgment. Psychological Review 90:293-315."
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
