//! The publications that several crates cite.

use crate::Publication;

/// The study on token bias.
pub const JIANG: Publication = Publication {
    reference: "Jiang, B., Xie, Y., Hao, Z., Wang, X., Mallick, T., Su, W. J., Taylor, C. J., and Roth, D. (2024). A \
                peek into token bias: large language models are not yet genuine reasoners. Proceedings of EMNLP \
                2024; arXiv:2406.11050.",
    citation: "Jiang et al., 2024",
};

/// The benchmark "Logic in LLMs".
pub const PODDAR: Publication = Publication {
    reference: "Poddar, A., Sahoo, S., and Ghosh, S. (2025). Understanding syllogistic reasoning in LLMs from formal \
                and natural language perspectives (the benchmark \"Logic in LLMs\"). arXiv:2512.12620.",
    citation: "Poddar, Sahoo and Ghosh, 2025",
};
