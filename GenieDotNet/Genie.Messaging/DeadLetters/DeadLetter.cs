using System.Globalization;

namespace Genie.Messaging.DeadLetters;

/// <summary>A message that could not be handled, and why.</summary>
/// <param name="Message">As it was sent, or its bytes as the body where nobody could read it.</param>
/// <param name="Channel">Where it came through.</param>
/// <param name="Reason">The handler's words, or its exception.</param>
/// <param name="DeliveryCount">How often it was delivered to the subscription that gave it up.</param>
/// <param name="At">When it was given up.</param>
public sealed record DeadLetter(Message Message, string Channel, string Reason, int DeliveryCount, DateTimeOffset At)
{
    /// <summary>Header of a dead letter: the channel that the message came through.</summary>
    public const string ChannelHeader = "genie-dead-channel";

    /// <summary>Header of a dead letter: the reason.</summary>
    public const string ReasonHeader = "genie-dead-reason";

    /// <summary>Header of a dead letter: the number of deliveries.</summary>
    public const string DeliveriesHeader = "genie-dead-deliveries";

    /// <summary>Header of a dead letter: the time, ISO 8601 in UTC.</summary>
    public const string TimeHeader = "genie-dead-at";

    /// <summary>Header of a dead letter: <c>envelope</c> where its body is, behind a byte of 0, the message with its headers (<c>MessageEnvelope</c>), which as headers the system would not take.</summary>
    public const string FormHeader = "genie-dead-form";

    /// <summary>Header of a dead letter that the system's limit has shortened: what of it, such as <c>reason</c>.</summary>
    public const string ShortenedHeader = "genie-dead-shortened";

    internal const int ReasonCharactersMax = 2048;
    private static readonly string[] Own = [ChannelHeader, ReasonHeader, DeliveriesHeader, TimeHeader, FormHeader, ShortenedHeader];

    /// <summary>What the system's limit has cut off: <c>reason</c>, and the message's body with its length where even that had no room. Empty: nothing.</summary>
    public string Shortened { get; init; } = "";

    /// <summary>True if the message is not whole.</summary>
    internal bool IsCut => Shortened.Contains(LetterFormat.BodyPart, StringComparison.Ordinal);

    /// <summary>The message with what is said about it as headers.</summary>
    public Message ToMessage() => Join(Message, OwnHeaders());

    /// <summary>Reads what <see cref="ToMessage"/> or a channel of dead letters wrote.</summary>
    /// <param name="received">A message of a channel of dead letters.</param>
    /// <param name="channel">The channel that it is of, for one that does not say it.</param>
    public static DeadLetter Read(ReceivedMessage received, string channel)
    {
        var headers = received.Headers;
        _ = int.TryParse(headers.GetValueOrDefault(DeliveriesHeader), NumberStyles.None, CultureInfo.InvariantCulture, out var deliveries);
        var known = DateTimeOffset.TryParse(headers.GetValueOrDefault(TimeHeader), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var at);
        var message = LetterFormat.Unwrap(received) ?? received.ToMessage() with { Body = received.Body.ToArray(), Headers = WithoutOwn(headers) };
        return new DeadLetter(
            message, headers.GetValueOrDefault(ChannelHeader, channel), headers.GetValueOrDefault(ReasonHeader, "not said"), deliveries, known ? at : received.SentAt ?? default)
        {
            Shortened = headers.GetValueOrDefault(ShortenedHeader, headers.ContainsKey(ReasonHeader) ? "" : "reason"),
        };
    }

    internal static Message Join(Message message, Dictionary<string, string> own)
    {
        var headers = WithoutOwn(message.Headers);
        foreach (var (name, value) in own) headers[name] = value;
        return message with { Headers = headers };
    }

    internal Dictionary<string, string> OwnHeaders() => new(StringComparer.OrdinalIgnoreCase)
    {
        [ChannelHeader] = Channel,
        [ReasonHeader] = Line(Reason),
        [DeliveriesHeader] = DeliveryCount.ToString(CultureInfo.InvariantCulture),
        [TimeHeader] = At.UtcDateTime.ToString("O", CultureInfo.InvariantCulture),
    };

    // Of one line: the headers of a system's own take no control characters everywhere.
    private static string Line(string reason) =>
        string.Create(Math.Min(reason.Length, ReasonCharactersMax), reason, static (line, text) =>
        {
            for (var i = 0; i < line.Length; i++) line[i] = char.IsControl(text[i]) || text[i] >= '\uFFFE' ? ' ' : text[i];
            for (var i = 0; i < line.Length; i++)
            {
                if (char.IsHighSurrogate(line[i]) && i + 1 < line.Length && char.IsLowSurrogate(line[i + 1])) i++;
                else if (char.IsSurrogate(line[i])) line[i] = ' ';
            }
        });

    internal static Dictionary<string, string> WithoutOwn(IReadOnlyDictionary<string, string> headers) =>
        headers.Where(header => !Own.Contains(header.Key, StringComparer.OrdinalIgnoreCase)).ToDictionary(StringComparer.OrdinalIgnoreCase);
}
