using System.Buffers;
using System.Text;
using Genie.Brokers;
using Genie.Brokers.Envelopes;

namespace Genie.Messaging;

/// <summary>Messages as envelopes, with the limits of what an application may say about one.</summary>
internal static class MessageFormat
{
    public const int BlockBytesMax = 64 * 1024;
    private const int IdBytesMax = 256;
    private const int KeyBytesMax = 1024;
    private const int NameBytesMax = 256;
    private static readonly SearchValues<char> NameCharacters = SearchValues.Create([.. Enumerable.Range(0x21, 0x5E).Select(code => (char)code)]);

    /// <summary>Writes a message.</summary>
    /// <exception cref="MessagingException">Its id, key or headers are not allowed.</exception>
    public static void Write(IBufferWriter<byte> output, Message message, string id, bool awaitsAnswer, DateTimeOffset sentAt)
    {
        CheckLength("id", id, IdBytesMax);
        CheckLength("key", message.Key, KeyBytesMax);
        foreach (var (name, _) in message.Headers) CheckName(name);
        var headers = new MessageHeaders
        {
            Id = id,
            Key = message.Key,
            Values = message.Headers,
            SentAt = sentAt,
            Answer = awaitsAnswer ? AnswerForm.Envelope : AnswerForm.None,
        };
        var blockBytes = MessageEnvelope.Write(output, headers, message.Body.Span);
        if (blockBytes > BlockBytesMax) throw new MessagingException($"A message's headers, key and id have {BlockBytesMax:N0} bytes together, not {blockBytes:N0}. Put what is long into the body.");
    }

    /// <summary>True if an application could send the message: its id, key and names of headers are such as every system takes.</summary>
    public static bool IsSendable(Message message) =>
        IsWithin(message.Id, IdBytesMax) && IsWithin(message.Key, KeyBytesMax) && message.Headers.Keys.All(static name => name.Length > 0 && !name.AsSpan().ContainsAnyExcept(NameCharacters) && name.Length <= NameBytesMax);

    /// <summary>Reads a message. Its body is a view of <paramref name="bytes"/>.</summary>
    /// <exception cref="MessagingException">It begins as a message of ours and goes on as none.</exception>
    public static EnvelopeContent Read(ReadOnlyMemory<byte> bytes)
    {
        try
        {
            MessageEnvelope.TryRead(bytes, out var headers, out var body);
            return new EnvelopeContent(new Message(body) { Id = headers.Id, Key = headers.Key, Headers = headers.Values }, headers.Answer, headers.SentAt);
        }
        catch (MessageHeadersException error)
        {
            throw new MessagingException(error.Message);
        }
    }

    private static void CheckName(string name)
    {
        if (name.Length == 0 || name.AsSpan().ContainsAnyExcept(NameCharacters)) throw new MessagingException($"A header's name has 1 to {NameBytesMax} visible ASCII characters; '{name.ReplaceLineEndings(" ")}' has not.");
        CheckLength("header's name", name, NameBytesMax);
    }

    private static bool IsWithin(string text, int bytesMax) => Encoding.UTF8.GetByteCount(text) <= bytesMax;

    private static void CheckLength(string what, string text, int bytesMax)
    {
        var length = Encoding.UTF8.GetByteCount(text);
        if (length > bytesMax) throw new MessagingException($"A message's {what} has at most {bytesMax:N0} bytes, not {length:N0}.");
    }
}
