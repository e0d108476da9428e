using System.Collections.Concurrent;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>An operand that rules name: where an event's is kept, and numbers for its presence and for the texts that it is compared with.</summary>
/// <param name="slot">Where <see cref="OperandFacts"/> keep it.</param>
/// <param name="presence">What rules are filed under that ask for it in any other way than by a text.</param>
/// <param name="symbols">Gives numbers to the texts.</param>
internal sealed class OperandSymbol(int slot, int presence, OperandSymbols symbols)
{
    private readonly ConcurrentDictionary<string, int> _texts = new(StringComparer.Ordinal);

    public int Slot => slot;

    public int Presence => presence;

    /// <summary>True if a rule compares it with another operand, so that any text of it is wanted.</summary>
    public bool IsTextKept { get; private set; }

    public void KeepText() => IsTextKept = true;

    /// <summary>A text's number, which no other text of this or another operand has; 0 where no rule names it.</summary>
    public int FindText(string text) => _texts.GetValueOrDefault(text);

    public int AddText(string text) => _texts.GetOrAdd(text, static (_, symbols) => symbols.NextNumber(), symbols);
}
