using System.Buffers;
using System.Globalization;
using System.Text;

namespace Genie.Brokers.Envelopes;

/// <summary>
/// Between a <see cref="MessageEnvelope"/> and the headers of a messaging system's own: what a driver calls for connections and listeners with
/// native headers, so that clients of others read and set them. Id, key, time and the form of the answer are headers with the names below, but
/// where the system has a name or a place of its own for them.
/// </summary>
public static class NativeHeaders
{
    /// <summary>Header of <see cref="MessageHeaders.Id"/>.</summary>
    public const string Id = "genie-id";

    /// <summary>Header of <see cref="MessageHeaders.Key"/>.</summary>
    public const string Key = "genie-key";

    /// <summary>Header of <see cref="MessageHeaders.SentAt"/>: ISO 8601 in UTC.</summary>
    public const string SentAt = "genie-sent-at";

    /// <summary>Header of a request whose sender takes its answer in an envelope, <see cref="EnvelopeAnswer"/>; without it a request is answered with a body alone.</summary>
    public const string Answer = "genie-answer";

    /// <summary>See <see cref="Answer"/>.</summary>
    public const string EnvelopeAnswer = "envelope";

    private static readonly string[] Reserved = [Id, Key, SentAt, Answer];

    /// <summary>What of a message goes into the system's headers, and what is its payload then. Where it is no envelope, all of it is payload.</summary>
    /// <exception cref="MessageHeadersException">It begins as an envelope and goes on as none, or has a header with one of the names above, or with a name that is empty or has other characters than printable ones of ASCII.</exception>
    public static (IReadOnlyList<KeyValuePair<string, string>> Headers, ReadOnlyMemory<byte> Body) Unpack(ReadOnlyMemory<byte> message)
    {
        if (!MessageEnvelope.TryRead(message, out var headers, out var body)) return ([], message);
        var list = new List<KeyValuePair<string, string>>(headers.Values.Count + Reserved.Length);
        if (headers.Id.Length > 0) list.Add(new(Id, headers.Id));
        if (headers.Key.Length > 0) list.Add(new(Key, headers.Key));
        if (headers.SentAt is { } sentAt) list.Add(new(SentAt, sentAt.UtcDateTime.ToString("O", CultureInfo.InvariantCulture)));
        if (headers.Answer == AnswerForm.Envelope) list.Add(new(Answer, EnvelopeAnswer));
        foreach (var header in headers.Values)
        {
            if (header.Key.Length == 0 || header.Key.AsSpan().ContainsAnyExceptInRange(' ', '~')) throw new MessageHeadersException($"The name of the header '{Visible(header.Key)}' is none in a system's own headers: give it printable ASCII characters, or leave NativeHeaders off.");
            if (Reserved.Contains(header.Key, StringComparer.OrdinalIgnoreCase)) throw new MessageHeadersException($"The header '{header.Key}' has a name that the message's own id, key, time or answer goes by: give it another.");
            list.Add(header);
        }

        return (list, body);
    }

    /// <summary>The message that a handler is given. One without headers stays as it came, and so does an envelope that came as the payload.</summary>
    /// <param name="headers">The system's; several of one name become one, with their values separated by commas (as RFC 9110 section 5.2 has it).</param>
    /// <param name="body">The payload.</param>
    /// <param name="wantsReply">True if the system says where an answer goes.</param>
    public static ReadOnlySequence<byte> Pack(IEnumerable<KeyValuePair<string, string>> headers, in ReadOnlySequence<byte> body, bool wantsReply)
    {
        var read = Read(headers, wantsReply);
        if (IsNothing(read)) return body;
        var bytes = body.IsSingleSegment ? body.FirstSpan : body.ToArray();
        if (MessageEnvelope.IsEnvelope(bytes)) return body;
        var message = new ArrayBufferWriter<byte>(bytes.Length + 256);
        MessageEnvelope.Write(message, read, bytes, Encoding.UTF8);
        return new ReadOnlySequence<byte>(message.WrittenMemory);
    }

    private static string Visible(string name) => string.Concat(name.Select(static each => each is >= ' ' and <= '~' ? $"{each}" : string.Create(CultureInfo.InvariantCulture, $"\\u{(int)each:X4}")));

    private static MessageHeaders Read(IEnumerable<KeyValuePair<string, string>> headers, bool wantsReply)
    {
        var values = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (name, value) in headers) values[name] = values.TryGetValue(name, out var before) ? $"{before}, {value}" : value;
        var takesEnvelope = Take(Answer) == EnvelopeAnswer;
        return new MessageHeaders
        {
            Id = Take(Id),
            Key = Take(Key),
            SentAt = DateTimeOffset.TryParse(Take(SentAt), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var sentAt) ? sentAt : null,
            Answer = !wantsReply ? AnswerForm.None : takesEnvelope ? AnswerForm.Envelope : AnswerForm.Plain,
            Values = values,
        };

        string Take(string name) => values.Remove(name, out var value) ? value : "";
    }

    private static bool IsNothing(MessageHeaders headers) =>
        headers is { Id.Length: 0, Key.Length: 0, SentAt: null, Answer: AnswerForm.None, Values.Count: 0 };
}
