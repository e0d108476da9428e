using System.Collections.Concurrent;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>Operands of one source, such as the event's attributes, by their names. Reading takes no lock.</summary>
internal sealed class OperandScope(OperandSymbols symbols)
{
    private readonly ConcurrentDictionary<string, OperandSymbol> _names = new(StringComparer.Ordinal);

    /// <summary>True while rules name none of them.</summary>
    public bool IsEmpty { get; private set; } = true;

    /// <summary>An operand that rules name; null: they do not.</summary>
    public OperandSymbol? Find(string name) => _names.GetValueOrDefault(name);

    public OperandSymbol Add(string name)
    {
        IsEmpty = false;
        return _names.GetOrAdd(name, static (_, symbols) => symbols.NextSymbol(), symbols);
    }
}
