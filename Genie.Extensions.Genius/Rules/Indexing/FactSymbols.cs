namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>Facts of one definition, or that one rule was met, as far as rules name them.</summary>
internal sealed class FactSymbols(OperandSymbols symbols)
{
    /// <summary>That there is such a fact.</summary>
    public OperandSymbol Presence { get; } = symbols.NextSymbol();

    /// <summary>What it says.</summary>
    public OperandScope Fields { get; } = new(symbols);
}
