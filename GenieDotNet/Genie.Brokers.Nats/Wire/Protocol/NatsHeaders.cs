using System.Buffers;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>The header block of HMSG: <c>NATS/1.0[ status[ text]]</c>, then MIME-like lines, then an empty line (ADR-4).</summary>
internal static class NatsHeaders
{
    private const int StatusEnd = 12;

    /// <summary>True for status 503: the request's subject has no subscriber.</summary>
    public static bool IsNoResponders(in ReadOnlySequence<byte> headers)
    {
        if (headers.Length < StatusEnd) return false;
        Span<byte> start = stackalloc byte[StatusEnd];
        headers.Slice(0, StatusEnd).CopyTo(start);
        return start.SequenceEqual("NATS/1.0 503"u8);
    }
}
