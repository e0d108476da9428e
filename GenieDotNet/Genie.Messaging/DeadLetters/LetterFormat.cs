using System.Buffers;
using System.Globalization;
using System.Text.Unicode;
using Genie.Brokers.Envelopes;

namespace Genie.Messaging.DeadLetters;

/// <summary>
/// Dead letters as bytes. What was received can be kept whatever it is: the limits of what an application may say about a message that it sends do not hold for it, and where the system's limit leaves no
/// room, less is said about it.
/// </summary>
internal static class LetterFormat
{
    private const string Envelope = "envelope";
    private const string Reason = "reason";

    /// <summary>What <see cref="DeadLetter.Shortened"/> says of a message that is not whole.</summary>
    public const string BodyPart = ", body of ";

    // Before the envelope: a payload that begins as one is the message itself, with its own headers instead of the system's.
    private const byte Enclosed = 0;

    // For what the envelope, and the headers of a system's own, take besides.
    private const int CutReserveBytes = 1024;

    // Its type is said: a mere null beside bytes is taken for no bytes.
    private static ReadOnlyMemory<byte>? NoRoom => default;

    /// <summary>Writes a letter in a form.</summary>
    /// <param name="letter">The letter.</param>
    /// <param name="form">What is said.</param>
    /// <param name="bytesMax">The largest message that the system takes.</param>
    /// <returns>The bytes, or null where this form has no room.</returns>
    public static ReadOnlyMemory<byte>? Write(DeadLetter letter, LetterForm form, long bytesMax)
    {
        var message = letter.Message;
        if (form == LetterForm.AsItCame) return Fitting(message is { Id.Length: 0, Key.Length: 0, Headers.Count: 0 } ? message.Body : Bytes(message, letter.At), bytesMax);
        if (form == LetterForm.Cut) return WriteCut(letter, bytesMax);
        var isWrapped = form is LetterForm.Wrapped or LetterForm.WrappedShortened;
        if (!isWrapped && !MessageFormat.IsSendable(message)) return NoRoom;
        if (form is LetterForm.Plain or LetterForm.Wrapped) return Fitting(Bytes(Layout(message, letter.OwnHeaders(), isWrapped), letter.At), bytesMax);
        return WriteShortened(letter, isWrapped, bytesMax);
    }

    /// <summary>The message of a letter that was written wrapped; null for those that were not.</summary>
    public static Message? Unwrap(ReceivedMessage received)
    {
        if (received.Headers.GetValueOrDefault(DeadLetter.FormHeader) != Envelope) return null;
        try
        {
            var body = received.Body.ToArray();
            return body is [Enclosed, ..] ? MessageFormat.Read(body.AsMemory(1)).Message : null;
        }
        catch (MessagingException)
        {
            // Another client wrote that header.
            return null;
        }
    }

    /// <summary>A message's bytes, without the limits of what may be sent first.</summary>
    public static ReadOnlyMemory<byte> Bytes(Message message, DateTimeOffset? sentAt)
    {
        var bytes = new ArrayBufferWriter<byte>(message.Body.Length + 256);
        MessageEnvelope.Write(bytes, new MessageHeaders { Id = message.Id, Key = message.Key, Values = message.Headers, SentAt = sentAt }, message.Body.Span);
        return bytes.WrittenMemory;
    }

    private static ReadOnlyMemory<byte>? WriteShortened(DeadLetter letter, bool isWrapped, long bytesMax)
    {
        // The channel is the one whose dead letters are read, and the time is that of the message.
        var headers = Deliveries(letter);
        var least = Bytes(Layout(letter.Message, headers, isWrapped), letter.At);
        headers[DeadLetter.ShortenedHeader] = Reason;
        headers[DeadLetter.ReasonHeader] = "";
        var brief = Bytes(Layout(letter.Message, headers, isWrapped), letter.At);

        // The length of a long text takes one byte more.
        var room = bytesMax - brief.Length - 1;
        if (room <= 0) return Fitting(least, bytesMax);
        headers[DeadLetter.ReasonHeader] = Head(letter.OwnHeaders()[DeadLetter.ReasonHeader], (int)Math.Min(room, DeadLetter.ReasonCharactersMax));
        return Bytes(Layout(letter.Message, headers, isWrapped), letter.At);
    }

    private static ReadOnlyMemory<byte>? WriteCut(DeadLetter letter, long bytesMax)
    {
        var (message, headers) = (letter.Message, Deliveries(letter));
        headers[DeadLetter.ShortenedHeader] = string.Create(CultureInfo.InvariantCulture, $"{Reason}{BodyPart}{message.Body.Length} bytes");
        var rest = bytesMax - Bytes(Wrap(message with { Body = default }, headers), letter.At).Length - CutReserveBytes;
        return rest < 0 ? NoRoom : Bytes(Wrap(message with { Body = message.Body[..(int)Math.Min(message.Body.Length, rest)] }, headers), letter.At);
    }

    private static Dictionary<string, string> Deliveries(DeadLetter letter) => new(StringComparer.OrdinalIgnoreCase)
    {
        [DeadLetter.DeliveriesHeader] = letter.DeliveryCount.ToString(CultureInfo.InvariantCulture),
    };

    private static ReadOnlyMemory<byte>? Fitting(ReadOnlyMemory<byte> bytes, long bytesMax) => bytes.Length <= bytesMax ? bytes : NoRoom;

    private static Message Layout(Message message, Dictionary<string, string> headers, bool isWrapped) => isWrapped ? Wrap(message, headers) : DeadLetter.Join(message, headers);

    private static Message Wrap(Message message, Dictionary<string, string> headers)
    {
        // Nobody could read it: its bytes are the body as they came.
        var isRaw = message is { Id.Length: 0, Key.Length: 0, Headers.Count: 0 };
        ReadOnlyMemory<byte> body = isRaw ? message.Body : (byte[])[Enclosed, .. Bytes(message with { Headers = DeadLetter.WithoutOwn(message.Headers) }, sentAt: null).Span];
        var wrapped = new Dictionary<string, string>(headers, StringComparer.OrdinalIgnoreCase);
        if (!isRaw) wrapped[DeadLetter.FormHeader] = Envelope;
        return new Message(body) { Headers = wrapped };
    }

    /// <summary>So much of a text as its UTF-8 takes at most these bytes.</summary>
    private static string Head(string text, int bytesMax)
    {
        Span<byte> bytes = stackalloc byte[DeadLetter.ReasonCharactersMax];
        Utf8.FromUtf16(text, bytes[..bytesMax], out var used, out _);
        return text[..used];
    }
}
