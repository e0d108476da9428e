using System.Buffers.Text;
using System.Text;

namespace Genie.Brokers.Multiplexing;

/// <summary>
/// Names one pending operation: a slot of the table and the generation of its use. A late answer carries an old
/// generation and so never reaches the slot's next user.
/// </summary>
/// <param name="Slot">Index in the table.</param>
/// <param name="Generation">How often the slot was used before.</param>
public readonly record struct Correlation(uint Slot, uint Generation)
{
    /// <summary>Bytes that <see cref="TryFormat"/> writes: sixteen hexadecimal digits.</summary>
    public const int FormattedBytes = 16;

    /// <summary>The correlation as one number, for protocols that carry eight bytes.</summary>
    public ulong ToUInt64() => ((ulong)Generation << 32) | Slot;

    /// <summary>The inverse of <see cref="ToUInt64"/>.</summary>
    public static Correlation FromUInt64(ulong value) => new((uint)value, (uint)(value >> 32));

    /// <summary>Writes sixteen hexadecimal digits, for protocols whose correlation is text.</summary>
    public bool TryFormat(Span<byte> destination, out int written) =>
        Utf8Formatter.TryFormat(ToUInt64(), destination, out written, new System.Buffers.StandardFormat('x', FormattedBytes));

    /// <summary>What <see cref="TryFormat"/> writes as a string, for libraries whose correlation is one.</summary>
    public string ToText() => string.Create(FormattedBytes, this, static (text, correlation) =>
    {
        Span<byte> digits = stackalloc byte[FormattedBytes];
        correlation.TryFormat(digits, out _);
        Encoding.ASCII.GetChars(digits, text);
    });

    /// <summary>Reads what <see cref="ToText"/> wrote; false for anything else.</summary>
    public static bool TryParse(string? text, out Correlation correlation)
    {
        correlation = default;
        if (text is not { Length: FormattedBytes }) return false;
        Span<byte> digits = stackalloc byte[FormattedBytes];
        return Encoding.ASCII.TryGetBytes(text, digits, out _) && TryParse((ReadOnlySpan<byte>)digits, out correlation);
    }

    /// <summary>Reads what <see cref="TryFormat"/> wrote; false for anything else.</summary>
    public static bool TryParse(ReadOnlySpan<byte> text, out Correlation correlation)
    {
        correlation = default;
        if (text.Length != FormattedBytes || !Utf8Parser.TryParse(text, out ulong value, out var consumed, 'x') || consumed != FormattedBytes)
            return false;
        correlation = FromUInt64(value);
        return true;
    }
}
