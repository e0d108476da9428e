using System.Text;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Names of reply topics, decoded once each; used by one thread.</summary>
internal sealed class ReplyTopicNames
{
    private const int NameCharactersMax = 249;
    private const int NamesMax = 4096;

    private readonly Dictionary<string, string> _names = [];

    /// <summary>The name; null for one that no topic can have.</summary>
    public string? Of(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length is 0 or > NameCharactersMax) return null;
        Span<char> characters = stackalloc char[NameCharactersMax];
        var name = characters[..Encoding.ASCII.GetChars(bytes, characters)];
        var lookup = _names.GetAlternateLookup<ReadOnlySpan<char>>();
        if (lookup.TryGetValue(name, out var known)) return known;

        // Clients come and go; what is forgotten is decoded again.
        if (_names.Count >= NamesMax) _names.Clear();
        var text = name.ToString();
        _names.Add(text, text);
        return text;
    }
}
