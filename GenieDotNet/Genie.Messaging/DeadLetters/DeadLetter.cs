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

    private const int ReasonCharactersMax = 2048;
    private static readonly string[] Own = [ChannelHeader, ReasonHeader, DeliveriesHeader, TimeHeader];

    /// <summary>The message with what is said about it as headers.</summary>
    public Message ToMessage()
    {
        var headers = new Dictionary<string, string>(WithoutOwn(Message.Headers), StringComparer.OrdinalIgnoreCase)
        {
            [ChannelHeader] = Channel,
            [ReasonHeader] = Reason.Length > ReasonCharactersMax ? Reason[..ReasonCharactersMax] : Reason,
            [DeliveriesHeader] = DeliveryCount.ToString(CultureInfo.InvariantCulture),
            [TimeHeader] = At.UtcDateTime.ToString("O", CultureInfo.InvariantCulture),
        };
        return Message with { Headers = headers };
    }

    /// <summary>Reads what <see cref="ToMessage"/> wrote.</summary>
    /// <param name="received">A message of a channel of dead letters.</param>
    /// <param name="channel">The channel that it is of, for one that does not say it.</param>
    public static DeadLetter Read(ReceivedMessage received, string channel)
    {
        var headers = received.Headers;
        _ = int.TryParse(headers.GetValueOrDefault(DeliveriesHeader), NumberStyles.None, CultureInfo.InvariantCulture, out var deliveries);
        var known = DateTimeOffset.TryParse(headers.GetValueOrDefault(TimeHeader), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var at);
        var message = received.ToMessage() with { Body = received.Body.ToArray(), Headers = WithoutOwn(headers) };
        return new DeadLetter(
            message, headers.GetValueOrDefault(ChannelHeader, channel), headers.GetValueOrDefault(ReasonHeader, "not said"), deliveries, known ? at : received.SentAt ?? default);
    }

    private static Dictionary<string, string> WithoutOwn(IReadOnlyDictionary<string, string> headers) =>
        headers.Where(header => !Own.Contains(header.Key, StringComparer.OrdinalIgnoreCase)).ToDictionary(StringComparer.OrdinalIgnoreCase);
}
