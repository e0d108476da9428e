namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>What a token is.</summary>
internal enum RuleTokenKind
{
    End,
    Identifier,
    Number,
    Text,
    Symbol,
}

/// <summary>A token of a rule's text.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">An identifier or symbol as it is written, a number's digits, or what a quoted text stands for.</param>
/// <param name="Position">Where it begins in the text.</param>
internal readonly record struct RuleToken(RuleTokenKind Kind, string Text, int Position)
{
    public bool Is(string symbol) => Kind == RuleTokenKind.Symbol && Text == symbol;

    public bool IsWord(string word) => Kind == RuleTokenKind.Identifier && Text == word;

    /// <summary>It, for a sentence.</summary>
    public override string ToString() => Kind switch
    {
        RuleTokenKind.End => "the end",
        RuleTokenKind.Text => "a text",
        _ => $"'{Text}'",
    };
}
