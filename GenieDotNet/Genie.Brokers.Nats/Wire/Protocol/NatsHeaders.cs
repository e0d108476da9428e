using System.Buffers;
using System.Text;
using Genie.Brokers.Envelopes;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>The header block of HPUB and HMSG: <c>NATS/1.0[ status[ text]]</c>, then MIME-like lines, then an empty line (ADR-4).</summary>
internal static class NatsHeaders
{
    /// <summary>The header by which JetStream knows a message sent twice, and so the id's.</summary>
    public const string MessageId = "Nats-Msg-Id";

    private const int StatusEnd = 12;
    private const string Version = "NATS/1.0";
    private const string LineEnd = "\r\n";

    /// <summary>True for status 503: the request's subject has no subscriber.</summary>
    public static bool IsNoResponders(in ReadOnlySequence<byte> headers)
    {
        if (headers.Length < StatusEnd) return false;
        Span<byte> start = stackalloc byte[StatusEnd];
        headers.Slice(0, StatusEnd).CopyTo(start);
        return start.SequenceEqual("NATS/1.0 503"u8);
    }

    /// <summary>A block of headers.</summary>
    /// <exception cref="MessageHeadersException">A name or value cannot be one here.</exception>
    public static byte[] Format(IReadOnlyList<KeyValuePair<string, string>> headers)
    {
        var text = new StringBuilder(Version).Append(LineEnd);
        foreach (var (name, value) in headers)
        {
            Check(name, value);
            text.Append(ToNats(name)).Append(": ").Append(value).Append(LineEnd);
        }

        return Encoding.UTF8.GetBytes(text.Append(LineEnd).ToString());
    }

    /// <summary>The names and values of a block; no block has none. A status is none.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Read(in ReadOnlySequence<byte> headers)
    {
        if (headers.IsEmpty) return [];
        var list = new List<KeyValuePair<string, string>>();
        foreach (var line in Encoding.UTF8.GetString(headers).Split(LineEnd).Skip(1))
        {
            if (line.IndexOf(':', StringComparison.Ordinal) is > 0 and var colon) list.Add(new(FromNats(line[..colon]), line[(colon + 1)..].Trim()));
        }

        return list;
    }

    /// <summary>The name that a header has with NATS.</summary>
    public static string ToNats(string name) => name == NativeHeaders.Id ? MessageId : name;

    /// <summary>The name that a header of NATS has here.</summary>
    public static string FromNats(string name) => name.Equals(MessageId, StringComparison.OrdinalIgnoreCase) ? NativeHeaders.Id : name;

    /// <summary>Refuses what receivers would read as something else.</summary>
    /// <exception cref="MessageHeadersException">A name or value cannot be one here.</exception>
    public static void Check(string name, string value)
    {
        if (name.AsSpan().ContainsAny(':', ' ')) throw Refused(name, "its name has a colon or a space");
        if (value.AsSpan().IndexOfAny('\r', '\n') >= 0) throw Refused(name, "its value has a line break");
        if (value.Length != value.AsSpan().Trim().Length) throw Refused(name, "its value begins or ends with white space");
    }

    private static MessageHeadersException Refused(string name, string why) =>
        new($"nats: the header '{name}' cannot be one of NATS: {why}. Change it, or leave NativeHeaders off.");
}
