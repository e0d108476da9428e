using System.Buffers;
using System.Globalization;
using System.Text;

namespace Genie.Extensions.Genius.Events;

/// <summary>Texts that become part of the names of the store's streams, or are read by people: bounded, and printable.</summary>
internal static class BoundedText
{
    /// <summary>What is wrong with a text, to follow "The key"; null: nothing.</summary>
    /// <param name="text">The text; empty is right.</param>
    /// <param name="bytesMax">Bytes of UTF-8 at most.</param>
    public static string? RefusalReason(string text, int bytesMax)
    {
        if (text.Length <= bytesMax && !text.AsSpan().ContainsAnyExceptInRange(' ', '~')) return null;
        for (var rest = text.AsSpan(); !rest.IsEmpty;)
        {
            if (Rune.DecodeFromUtf16(rest, out var rune, out var taken) != OperationStatus.Done) return "has half a surrogate pair, which is no text.";
            if (Rune.IsControl(rune)) return string.Create(CultureInfo.InvariantCulture, $"has the control character U+{rune.Value:X4}; none may be.");
            rest = rest[taken..];
        }

        var bytes = Encoding.UTF8.GetByteCount(text);
        return bytes <= bytesMax ? null : string.Create(CultureInfo.InvariantCulture, $"has {bytes:N0} bytes of UTF-8; at most {bytesMax:N0} may be.");
    }
}
