//! Kinds of names as the protocol defines them: a [`Kind`] and its row in the table.

use lsp_types::{
    CompletionItemKind as Item, SemanticTokenModifier, SemanticTokenType as Token, SymbolKind as Symbol,
};

use banto_text::language::Kind;

/// How each kind is shown: as a symbol, in completion, and as a token.
const TABLE: &[(Kind, Symbol, Item, Token)] = &[
    (Kind::Domain, Symbol::MODULE, Item::MODULE, Token::NAMESPACE),
    (Kind::Problem, Symbol::MODULE, Item::MODULE, Token::NAMESPACE),
    (Kind::Requirement, Symbol::CONSTANT, Item::CONSTANT, Token::MACRO),
    (Kind::Type, Symbol::CLASS, Item::CLASS, Token::TYPE),
    (Kind::Predicate, Symbol::FUNCTION, Item::FUNCTION, Token::FUNCTION),
    (Kind::Function, Symbol::NUMBER, Item::FIELD, Token::PROPERTY),
    (Kind::Object, Symbol::OBJECT, Item::VALUE, Token::ENUM_MEMBER),
    (Kind::Variable, Symbol::VARIABLE, Item::VARIABLE, Token::PARAMETER),
    (Kind::Action, Symbol::METHOD, Item::METHOD, Token::METHOD),
    (Kind::Keyword, Symbol::NAMESPACE, Item::KEYWORD, Token::KEYWORD),
    (Kind::Number, Symbol::NUMBER, Item::VALUE, Token::NUMBER),
];

/// A kind as a symbol, and in completion.
pub(super) fn shown(kind: Kind) -> (Symbol, Item) {
    let row = &TABLE[token(kind)];
    (row.1, row.2)
}

/// The index of a kind's token in the legend.
pub(super) fn token(kind: Kind) -> usize {
    TABLE.iter().position(|row| row.0 == kind).expect("every kind has a row")
}

/// The kinds of tokens, in the order of the table.
pub(super) fn legend() -> lsp_types::SemanticTokensLegend {
    lsp_types::SemanticTokensLegend {
        token_types: TABLE.iter().map(|row| row.3.clone()).collect(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION],
    }
}
