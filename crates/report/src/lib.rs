//! Outcomes to contingency tables, tests, findings and pages.
//!
//! The second half of the flow: [`Outcomes`] are joined into [`Paired`] tables by the contrasts
//! of a study, the tables are tested as families into [`ResultRow`]s, the rows become
//! [`Finding`]s in plain words, and a [`Report`] is written as a terminal table, CSV, JSON or one
//! self-contained HTML page. All of it is pure: bytes out, no file touched.

mod bounds;
mod conduct;
mod definition;
mod document;
mod example;
mod export;
mod figures;
mod finding;
mod group;
mod heads;
mod letters;
mod limitation;
mod matched;
mod measured;
mod methods;
mod outcome_columns;
mod outcomes;
mod page;
mod pair;
mod pooled;
mod provenance;
mod reach;
mod registration;
mod report;
mod result;
mod sequential;
mod subject;
mod surface;
mod synopsis;
mod tables;
mod terminal;
mod wording;

pub use bounds::RowBounds;
pub use conduct::{Conduct, ConductPlan, Material, RightAnswer, Unasked};
pub use definition::Definition;
pub use document::{account, json};
pub use example::{Asked, Example, example_pair};
pub use export::json_lines;
pub use figures::{FIGURES, FigureMaker, figures, figures_made_by, power_curve, venn};
pub use finding::{Claim, Effect, Finding, STANDINGS, Tasks, Verdict, findings};
pub use letters::{LetterCount, Letters};
pub use limitation::{Case, Check, Limitation, Limitations, Unchecked, limitations};
pub use matched::{PairMembers, each_used, pair_members, row_pairs};
pub use measured::{hollow_text, measured_csv, measured_text, note_text};
pub use methods::{Methods, Paragraph, methods};
pub use outcome_columns::{OUTCOME_COLUMNS, OutcomeColumn, OutcomeRow};
pub use outcomes::{Outcomes, Unanswered};
pub use page::{
    BOARD_STYLE, BoardParts, VerdictLinks, board_parts, framed_page, measured_html, page,
    screen_svg, typeset,
};
pub use pair::{Lost, PairError, Paired, pair};
pub use peirast_figure::FigureError;
pub use peirast_table::{column_width, escape_control, escape_json, escape_line};
pub use pooled::{Clusters, PooledRow, Uncertainty, pooled_rows, pooled_text};
pub use provenance::{Provenance, SubjectProvenance};
pub use registration::{
    Departure, DepartureKind, RegisteredPlan, RegisteredRun, RegisteredTest, Registration,
    RegistrationCheck, RegistrationDocument, RegistrationError, RegistrationPart,
    RegistrationSection, items_hash,
};
pub use report::{Report, ReportBasis, ReportError, Settings, Suspect};
pub use result::{CountedComparison, ResultRow, alternative, counted_rows, test_rows};
pub use sequential::{Course, Evidence, follow, step_of};
pub use subject::{Habit, HabitKind, ProtocolSummary, SubjectSummary, by_protocol, summaries};
pub use surface::{SurfaceCheck, SurfaceCue};
pub use synopsis::{HeadlineNumber, Synopsis, form_or_belief, headline_numbers, synopsis};
pub use tables::{
    Dictionary, LazyTable, OutcomeWriter, TABLES, TableMaker, columns_table, counts_csv,
    dictionary, lazy_outcome_table, lazy_tables, outcome_table, pooled_csv, rows_csv, tables,
    tables_made_by, votes_csv, write_outcome_columns, write_outcomes,
};
pub use terminal::{decision, findings_text, odds, p_value, rows_text, subjects_text, text_table};
pub use wording::{abridged, listed};
