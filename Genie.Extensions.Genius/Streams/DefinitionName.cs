using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Streams;

/// <summary>Names of definitions, which stand in the names of the store's streams, before a key.</summary>
internal static class DefinitionName
{
    /// <summary>Bytes of UTF-8 at most; with a version and the longest key it makes a name that the store takes.</summary>
    public const int BytesMax = 256;

    /// <summary>Sees whether a name may be.</summary>
    /// <exception cref="ArgumentException">It is empty, too long, or not printable.</exception>
    public static void Check(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        if (BoundedText.RefusalReason(name, BytesMax) is { } reason) throw new ArgumentException("A definition's name " + reason, nameof(name));
    }
}
