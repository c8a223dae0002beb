use super::token::{Kind, Token, tokens};
use super::{Binary, Expression, Unary};

/// The fault of an expression, and its character position, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    pub column: usize,
    pub why: String,
}

impl Wrong {
    pub fn at(column: usize, why: impl Into<String>) -> Self {
        Self { column, why: why.into() }
    }
}

/// The greatest depth of nested brackets, signs and calls.
const DEEPEST: usize = 64;

/// Reads an expression.
pub fn parse(text: &str) -> Result<Expression, Wrong> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let expression = parser.binary(0)?;
    match &parser.peek().kind {
        Kind::End => Ok(expression),
        _ => Err(parser.wrong("an operator or the end was expected here")),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> Token {
        let token = self.peek().clone();
        self.at += 1;
        token
    }

    fn wrong(&self, why: &str) -> Wrong {
        Wrong::at(self.peek().column, why)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let is = matches!(&self.peek().kind, Kind::Sign(own) if *own == sign);
        self.at += usize::from(is);
        is
    }

    /// The operator here, with its precedence.
    fn operator(&self) -> Option<(Binary, u8)> {
        Some(match &self.peek().kind {
            Kind::Name { name, quoted: false } if name == "or" => (Binary::Or, 1),
            Kind::Name { name, quoted: false } if name == "and" => (Binary::And, 2),
            Kind::Sign("=") => (Binary::Equal, 4),
            Kind::Sign("!=") => (Binary::Unequal, 4),
            Kind::Sign("<") => (Binary::Less, 4),
            Kind::Sign("<=") => (Binary::AtMost, 4),
            Kind::Sign(">") => (Binary::More, 4),
            Kind::Sign(">=") => (Binary::AtLeast, 4),
            Kind::Sign("+") => (Binary::Plus, 5),
            Kind::Sign("-") => (Binary::Minus, 5),
            Kind::Sign("*") => (Binary::Times, 6),
            Kind::Sign("/") => (Binary::Over, 6),
            Kind::Sign("^") => (Binary::Power, 8),
            _ => return None,
        })
    }

    /// Reads operators of at least this precedence.
    fn binary(&mut self, least: u8) -> Result<Expression, Wrong> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong("this is nested too deeply"));
        }
        let mut left = self.unary()?;
        while let Some((operator, binds)) = self.operator().filter(|(_, binds)| *binds >= least) {
            self.at += 1;
            // Powers associate to the right, others to the left; comparisons do not associate.
            let right = self.binary(if operator == Binary::Power { binds } else { binds + 1 })?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
            if binds == 4 && self.operator().is_some_and(|(_, next)| next == 4) {
                return Err(self.wrong("comparisons are joined by `and`"));
            }
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, Wrong> {
        if self.eat("-") {
            return Ok(Expression::Unary(Unary::Minus, Box::new(self.binary(7)?)));
        }
        if matches!(&self.peek().kind, Kind::Name { name, quoted: false } if name == "not") {
            self.at += 1;
            return Ok(Expression::Unary(Unary::Not, Box::new(self.binary(3)?)));
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<Expression, Wrong> {
        let token = self.take();
        match token.kind {
            Kind::Number { value, .. } => Ok(Expression::Number { value, slack: 0.0 }),
            Kind::Sign("~") => match self.take() {
                Token { kind: Kind::Number { value, half_unit }, .. } => {
                    Ok(Expression::Number { value, slack: half_unit })
                }
                token => Err(Wrong::at(token.column, "a number was expected after ~")),
            },
            Kind::Text(text) => Ok(Expression::Text(text)),
            Kind::Name { name, quoted } => self.named(name, quoted),
            Kind::Sign("(") => {
                let inside = self.binary(0)?;
                self.close(token.column)?;
                Ok(inside)
            }
            _ => {
                let why = "a number, a column, a text in quotes or a function was expected here";
                Err(Wrong::at(token.column, why))
            }
        }
    }

    fn named(&mut self, name: String, quoted: bool) -> Result<Expression, Wrong> {
        let after = self.peek().column;
        if !quoted && matches!(name.as_str(), "true" | "false") {
            return Ok(Expression::Truth(name == "true"));
        }
        if !quoted && self.eat("(") {
            return self.call(name, after);
        }
        if !self.eat(".") {
            return Ok(Expression::Column { table: None, name });
        }
        match self.take() {
            Token { kind: Kind::Name { name: own, .. }, .. } => {
                Ok(Expression::Column { table: Some(name), name: own })
            }
            token => {
                let why = format!("the name of a column of `{name}` was expected here");
                Err(Wrong::at(token.column, why))
            }
        }
    }

    fn call(&mut self, name: String, open: usize) -> Result<Expression, Wrong> {
        let mut arguments = Vec::new();
        let is_where = |parser: &Self| matches!(&parser.peek().kind, Kind::Name { name, quoted: false } if name == "where");
        let closes = |parser: &Self| matches!(parser.peek().kind, Kind::Sign(")"));
        if !closes(self) && !is_where(self) {
            arguments.push(self.binary(0)?);
            while self.eat(",") {
                arguments.push(self.binary(0)?);
            }
        }
        let mut condition = None;
        if is_where(self) {
            self.at += 1;
            condition = Some(Box::new(self.binary(0)?));
        }
        self.close(open)?;
        Ok(Expression::Call { name, arguments, condition })
    }

    fn close(&mut self, open: usize) -> Result<(), Wrong> {
        if self.eat(")") {
            return Ok(());
        }
        Err(self.wrong(&format!("the bracket opened at character {open} is not closed here")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        fn show(e: &Expression) -> String {
            match e {
                Expression::Number { value, slack: 0.0 } => value.to_string(),
                Expression::Number { value, slack } => format!("{value}+-{slack}"),
                Expression::Text(t) => format!("{t:?}"),
                Expression::Truth(t) => t.to_string(),
                Expression::Column { table, name } => {
                    table.as_ref().map_or(name.clone(), |table| format!("{table}.{name}"))
                }
                Expression::Unary(op, x) => format!("{op:?}({})", show(x)),
                Expression::Binary(op, a, b) => format!("{op:?}({}, {})", show(a), show(b)),
                Expression::Call { name, arguments, condition } => {
                    let inside: Vec<String> = arguments.iter().map(show).collect();
                    let condition =
                        condition.as_ref().map_or(String::new(), |c| format!(" where {}", show(c)));
                    format!("{name}({}{condition})", inside.join(", "))
                }
            }
        }
        parse(text).map_or_else(|wrong| format!("{}: {}", wrong.column, wrong.why), |e| show(&e))
    }

    #[test]
    fn operators_bind_as_in_arithmetic() {
        assert_eq!(shown("a + b * c ^ 2"), "Plus(a, Times(b, Power(c, 2)))");
        assert_eq!(shown("a - b - c"), "Minus(Minus(a, b), c)");
        assert_eq!(shown("-a^2"), "Minus(Power(a, 2))");
        assert_eq!(shown("not a = 1 and b < 2"), "And(Not(Equal(a, 1)), Less(b, 2))");
        assert_eq!(shown("mean(t.`a b` where x = 'y')"), "mean(t.a b where Equal(x, \"y\"))");
        assert_eq!(shown("rows()"), "rows()");
        assert_eq!(shown("-~0.25"), "Minus(0.25+-0.005)");
    }

    #[test]
    fn errors_name_the_character() {
        assert_eq!(
            shown("a + "),
            "5: a number, a column, a text in quotes or a function was expected here"
        );
        assert_eq!(shown("mean(a"), "7: the bracket opened at character 5 is not closed here");
        assert_eq!(shown("a < b < c"), "7: comparisons are joined by `and`");
        assert_eq!(shown("a ? b"), "3: `?` has no meaning here");
        assert_eq!(shown("`a"), "1: this ` is never closed");
        assert!(shown(&"(".repeat(500)).contains("nested too deeply"));
        assert!(shown(&"-".repeat(500)).contains("nested too deeply"));
        assert!(shown(&"not ".repeat(500)).contains("nested too deeply"));
    }
}
