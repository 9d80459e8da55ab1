//! Kinds of names as the protocol defines them: a [`Kind`] and its row in the table.

use lsp_types::{CompletionItemKind, SemanticTokenModifier, SemanticTokenType, SymbolKind};

use crate::language::Kind;

/// How a kind is shown: as a symbol, in completion, and as a token.
pub(super) struct Shown {
    kind: Kind,
    pub(super) symbol: SymbolKind,
    pub(super) completion: CompletionItemKind,
    token: SemanticTokenType,
}

const fn row(
    kind: Kind,
    symbol: SymbolKind,
    completion: CompletionItemKind,
    token: SemanticTokenType,
) -> Shown {
    Shown { kind, symbol, completion, token }
}

const TABLE: &[Shown] = &[
    row(Kind::Domain, SymbolKind::MODULE, CompletionItemKind::MODULE, SemanticTokenType::NAMESPACE),
    row(Kind::Problem, SymbolKind::MODULE, CompletionItemKind::MODULE, SemanticTokenType::NAMESPACE),
    row(Kind::Requirement, SymbolKind::CONSTANT, CompletionItemKind::CONSTANT, SemanticTokenType::MACRO),
    row(Kind::Type, SymbolKind::CLASS, CompletionItemKind::CLASS, SemanticTokenType::TYPE),
    row(Kind::Predicate, SymbolKind::FUNCTION, CompletionItemKind::FUNCTION, SemanticTokenType::FUNCTION),
    row(Kind::Function, SymbolKind::NUMBER, CompletionItemKind::FIELD, SemanticTokenType::PROPERTY),
    row(Kind::Object, SymbolKind::OBJECT, CompletionItemKind::VALUE, SemanticTokenType::ENUM_MEMBER),
    row(Kind::Variable, SymbolKind::VARIABLE, CompletionItemKind::VARIABLE, SemanticTokenType::PARAMETER),
    row(Kind::Action, SymbolKind::METHOD, CompletionItemKind::METHOD, SemanticTokenType::METHOD),
    row(Kind::Keyword, SymbolKind::NAMESPACE, CompletionItemKind::KEYWORD, SemanticTokenType::KEYWORD),
    row(Kind::Number, SymbolKind::NUMBER, CompletionItemKind::VALUE, SemanticTokenType::NUMBER),
];

/// The row of a kind.
pub(super) fn shown(kind: Kind) -> &'static Shown {
    TABLE.iter().find(|row| row.kind == kind).expect("every kind has a row")
}

/// The index of a kind's token in the legend.
pub(super) fn token(kind: Kind) -> usize {
    TABLE.iter().position(|row| row.kind == kind).expect("every kind has a row")
}

/// The kinds of tokens, in the order of the table.
pub(super) fn legend() -> lsp_types::SemanticTokensLegend {
    lsp_types::SemanticTokensLegend {
        token_types: TABLE.iter().map(|row| row.token.clone()).collect(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION],
    }
}
