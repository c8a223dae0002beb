//! Decisions (Reason and Inquiry 6.7): which of these things to do?

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::view::View;

impl Engine {
    /// The options of `question` that consequences and priorities speak for,
    /// `dq[ dq[CV]⟳[⊥]ꟳ[PR]⟳ ]ᴬ`, where the states of `besides` count as absurd too; see
    /// [`View::decide`].
    pub fn decide(
        &mut self,
        question: &InternedView,
        consequences: &[InternedView],
        priorities: &[InternedView],
        besides: &[InternedView],
    ) -> Result<InternedView, Error> {
        let views = [question].into_iter().chain(consequences).chain(priorities).chain(besides);
        self.apart_from(views, |engine| engine.decided(question, consequences, priorities, besides))
    }

    fn decided(
        &mut self,
        question: &InternedView,
        consequences: &[InternedView],
        priorities: &[InternedView],
        besides: &[InternedView],
    ) -> Result<InternedView, Error> {
        let mut view = question.clone();
        for consequence in consequences {
            view = self.updated(view, consequence)?;
        }
        view = self.factor_absurd(&view, besides)?;
        for priority in priorities {
            view = self.updated(view, priority)?;
        }
        self.answer(question, &view)
    }
}

impl View {
    /// *What to do?* The options in question whose foreseen consequences people are predicted to
    /// value most.
    ///
    /// *Reason and Inquiry* 6.7:
    ///
    /// ```text
    /// dq[ dq[CV]⟳[⊥]ꟳ[PR]⟳ ]ᴬ
    /// ```
    ///
    /// The question `dq` has a state for each option, with do-atoms for the actions. Each of the
    /// `consequences` (`CV`) says what doing something leads to, `{C}^{do(A)}`, and each of the
    /// `priorities` (`PR`) what that is worth, `{n=+ 0}^{C}`. States that contain one from the
    /// stages of `besides` are dropped as absurd ([`View::factor_absurd`]). The score of an option
    /// is its equilibrium answer potential ([`View::equilibrium_answer`]); all options with the
    /// best score remain.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Case e90: "buy, or do not buy". That not buying leaves money for something else goes
    /// // unmentioned, and so unconsidered; mention it, and they are indifferent.
    /// let fun: View = "Ax {Fun()}^{do(Buy(x*))}".parse()?;
    /// let worth: View = "{1=+ 0}^{Fun()}".parse()?;
    /// let decide = |options: &View| View::decide(options, &[fun.clone()], &[worth.clone()], &[]);
    ///
    /// let options: View = "{do(Buy(Video()*)), ~do(Buy(Video()*))}".parse()?;
    /// assert_eq!(decide(&options)?.to_string(), "{do(Buy(Video()*))}");
    ///
    /// let options: View = "Ea {do(Buy(Video()*)), do(Buy(a*))}".parse()?;
    /// assert_eq!(decide(&options)?, options);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Where the sources part
    ///
    /// The book takes the order of consequences, and that of priorities, to be without effect.
    /// PyETR 1.0.0 and we go through them in the order given. PyETR also drops the sign of
    /// negated do-atoms ([`DoPolarity`](crate::DoPolarity)), from consequences and priorities,
    /// though not from the question; and it may give an object that comes up on the way the name
    /// of one in the question, which it then takes it for. By default neither happens here.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn decide(
        question: &View,
        consequences: &[View],
        priorities: &[View],
        besides: &[View],
    ) -> Result<View, Error> {
        let views: Vec<&View> =
            [question].into_iter().chain(consequences).chain(priorities).chain(besides).collect();
        View::with(&views, |engine, views| {
            let (consequences, rest) = views[1..].split_at(consequences.len());
            let (priorities, besides) = rest.split_at(priorities.len());
            engine.decide(&views[0], consequences, priorities, besides)
        })
    }
}
