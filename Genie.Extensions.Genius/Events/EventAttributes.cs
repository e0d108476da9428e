using System.Buffers;
using System.Runtime.CompilerServices;

namespace Genie.Extensions.Genius.Events;

/// <summary>
/// Named values of an event, in the order of their names: <c>Attributes = [new("speed", 90), new("driver", "ann")]</c>. Names are those of the Common Expression Language:
/// a letter or underscore, then letters, digits and underscores, all of ASCII. Never changes; equal if all values are.
/// </summary>
[CollectionBuilder(typeof(EventAttributes), nameof(Of))]
public sealed class EventAttributes : IEquatable<EventAttributes>
{
    /// <summary>Attributes that an event may have.</summary>
    public const int CountMax = 64;

    /// <summary>Characters that a name may have.</summary>
    public const int NameLengthMax = 64;

    /// <summary>Characters that a text may have.</summary>
    public const int TextLengthMax = 1024;

    private readonly KeyValuePair<string, AttributeValue>[] _items;

    private EventAttributes(KeyValuePair<string, AttributeValue>[] items) => _items = items;

    /// <summary>No attributes.</summary>
    public static EventAttributes None { get; } = new([]);

    /// <summary>How many there are.</summary>
    public int Count => _items.Length;

    /// <summary>Takes attributes in.</summary>
    /// <exception cref="ArgumentException">There are too many, two of one name, or a name or text that may not be.</exception>
    public static EventAttributes Of(params ReadOnlySpan<KeyValuePair<string, AttributeValue>> items)
    {
        if (items.Length == 0) return None;
        if (items.Length > CountMax) throw new ArgumentException($"There are {items.Length} attributes; at most {CountMax} may be.");
        var sorted = items.ToArray();
        Array.Sort(sorted, static (a, b) => string.CompareOrdinal(a.Key, b.Key));
        for (var i = 0; i < sorted.Length; i++)
        {
            Check(sorted[i]);
            if (i > 0 && sorted[i].Key == sorted[i - 1].Key) throw new ArgumentException($"There are two attributes '{sorted[i].Key}'; names differ.");
        }

        return new EventAttributes(sorted);
    }

    /// <summary>True for what may be an attribute's name.</summary>
    public static bool IsName(string? name) =>
        name is { Length: > 0 and <= NameLengthMax } && !char.IsAsciiDigit(name[0]) && name.AsSpan().IndexOfAnyExcept(NameCharacters) < 0;

    /// <summary>Finds an attribute by its name.</summary>
    public bool TryGet(string name, out AttributeValue value)
    {
        foreach (var each in _items)
        {
            if (each.Key != name) continue;
            value = each.Value;
            return true;
        }

        value = default;
        return false;
    }

    /// <summary>The attributes, in the order of their names.</summary>
    public ReadOnlySpan<KeyValuePair<string, AttributeValue>> AsSpan() => _items;

    /// <inheritdoc/>
    public bool Equals(EventAttributes? other) => other is not null && _items.AsSpan().SequenceEqual(other._items);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as EventAttributes);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        foreach (var each in _items) hash.Add(each);
        return hash.ToHashCode();
    }

    /// <inheritdoc/>
    public override string ToString() => string.Join(", ", _items.Select(static each => $"{each.Key}: {each.Value}"));

    /// <summary>Goes through them, in the order of their names.</summary>
    public ReadOnlySpan<KeyValuePair<string, AttributeValue>>.Enumerator GetEnumerator() => AsSpan().GetEnumerator();

    private static SearchValues<char> NameCharacters { get; } = SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");

    private static void Check(KeyValuePair<string, AttributeValue> each)
    {
        if (!IsName(each.Key))
            throw new ArgumentException($"'{each.Key}' is no attribute's name: at most {NameLengthMax} letters, digits and underscores of ASCII are, and no digit first.");
        if (each.Value.Text.Length > TextLengthMax) throw new ArgumentException($"The text of the attribute '{each.Key}' has {each.Value.Text.Length} characters; at most {TextLengthMax} may be.");
    }
}
