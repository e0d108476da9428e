using System.Buffers;
using System.Text;

namespace Genie.EventStore;

/// <summary>What names and types may be, for every store: checked once, before anything is queued, since what one append brings must not harm others.</summary>
internal static class EventText
{
    /// <summary>Bytes of UTF-8 at most.</summary>
    public const int BytesMax = 1024;

    /// <summary>Checks an append: its stream, expected version, types and metadata.</summary>
    /// <exception cref="ArgumentException">One of them is none; the message says why.</exception>
    public static void Check(in AppendRequest request)
    {
        CheckName(request.Stream);
        ArgumentOutOfRangeException.ThrowIfLessThan(request.ExpectedVersion, AppendRequest.AnyVersion, nameof(request));
        var events = request.Events.Span;
        ArgumentOutOfRangeException.ThrowIfZero(events.Length, nameof(request));
        foreach (ref readonly var each in events) CheckText(each.Type);
        if (request.Metadata?.CorrelationId is { } correlation) CheckText(correlation);
        if (request.Metadata?.CausationId is { } causation) CheckText(causation);
    }

    /// <summary>Checks the name of a stream or of a projection.</summary>
    /// <exception cref="ArgumentException">It is none.</exception>
    public static void CheckName(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        CheckText(name);
    }

    private static void CheckText(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (text.Contains('\0', StringComparison.Ordinal)) throw new ArgumentException("Names and types hold no U+0000.", nameof(text));
        if (text.Length <= BytesMax && Ascii.IsValid(text)) return;
        for (var rest = text.AsSpan(); !rest.IsEmpty;)
        {
            if (Rune.DecodeFromUtf16(rest, out _, out var taken) != OperationStatus.Done)
                throw new ArgumentException($"'{Begin(text)}' has half a surrogate pair: it is no text, and could not be read back.", nameof(text));
            rest = rest[taken..];
        }

        if (Encoding.UTF8.GetByteCount(text) > BytesMax) throw new ArgumentException($"'{Begin(text)}' has more than {BytesMax:N0} bytes.", nameof(text));
    }

    private static string Begin(string text) => text.Length <= 32 ? text : $"{text[..32]}…";
}
