using System.Collections;
using System.Diagnostics.CodeAnalysis;

namespace Genie.Rpc.Quic;

/// <summary>Keys and values that travel with a call, such as its trace context (<c>traceparent</c>). Immutable.</summary>
[SuppressMessage("Naming", "CA1710", Justification = "Metadata is what the field calls it.")]
public sealed class QuicRpcMetadata : IReadOnlyCollection<KeyValuePair<string, string>>
{
    /// <summary>The most entries that a call may carry.</summary>
    public const int MaxEntries = 64;

    private readonly KeyValuePair<string, string>[] _entries;

    /// <summary>Creates it from its entries; a key may stand more than once.</summary>
    /// <exception cref="ArgumentException">There are more than <see cref="MaxEntries"/>.</exception>
    public QuicRpcMetadata(params IEnumerable<KeyValuePair<string, string>> entries)
    {
        _entries = [.. entries];
        if (_entries.Length > MaxEntries) throw new ArgumentException($"A call carries at most {MaxEntries} entries of metadata, not {_entries.Length}.", nameof(entries));
    }

    /// <summary>No entry.</summary>
    public static QuicRpcMetadata Empty { get; } = new([]);

    /// <summary>The number of entries.</summary>
    public int Count => _entries.Length;

    /// <summary>The first value of a key, or null. Keys are compared exactly.</summary>
    public string? this[string key]
    {
        get
        {
            foreach (var entry in _entries)
            {
                if (entry.Key == key) return entry.Value;
            }

            return null;
        }
    }

    /// <summary>These entries and one more.</summary>
    public QuicRpcMetadata With(string key, string value) => new([.. _entries, new(key, value)]);

    /// <inheritdoc/>
    public IEnumerator<KeyValuePair<string, string>> GetEnumerator() => ((IEnumerable<KeyValuePair<string, string>>)_entries).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
