using System.Globalization;
using System.Text;
using Genie.Brokers;
using Genie.EventStore;
using Genie.EventStore.Projections;
using Genie.Extensions.Genius.Messages;
using Genie.Messaging;
using Genie.Observing;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Outputs;

/// <summary>
/// Sends the facts of the output stream to a channel of a broker, in their order, each with its <see cref="MessageId"/> and, as the message's key, the key
/// that it is about. A fact counts as sent when the system has confirmed it; after a failure, or a crash, those that were not known to be are sent again, with the
/// same id. A receiver whose effects are events appends them under <see cref="RequestKeyOf"/>, and has each once.
/// </summary>
/// <param name="store">The store.</param>
/// <param name="broker">The system.</param>
/// <param name="options">The channel.</param>
public sealed class OutputPublisher(IEventStore store, IBroker broker, OutputPublisherOptions options)
{
    /// <summary>The header that has the fact's kind: <c>RulesMatched</c>, <c>WindowClosed</c>, <c>FenceTransitioned</c>, <c>PatternMatched</c>, <c>AbsenceNoticed</c>, <c>FactMatched</c>.</summary>
    public const string KindHeader = "genius-fact";

    private const string IdPrefix = "genius-";

    /// <summary>The id of a fact's message: the same whenever it is sent.</summary>
    public static string MessageId(Output output)
    {
        ArgumentNullException.ThrowIfNull(output);
        return IdPrefix + output.Position.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>The key under which a receiver appends what a message brings about, so that it takes effect once.</summary>
    /// <param name="messageId">The message's id.</param>
    /// <param name="run">Tells the facts of one store from those of others. Default 0.</param>
    /// <exception cref="FormatException">That is no id of a fact.</exception>
    public static RequestKey RequestKeyOf(string messageId, ulong run = 0)
    {
        ArgumentNullException.ThrowIfNull(messageId);
        return messageId.StartsWith(IdPrefix, StringComparison.Ordinal) && ulong.TryParse(messageId.AsSpan(IdPrefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var position)
            ? new RequestKey(run, 0, position)
            : throw new FormatException($"'{messageId}' is no id of a fact; such is {IdPrefix}17.");
    }

    /// <summary>Sends until the token fires.</summary>
    /// <exception cref="BrokerException">What no further attempt mends: the channel's name, the credentials.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var client = new MessageClient(broker, options.Messaging);
        await using var sender = await client.ConnectAsync(
            options.Channel, new ConnectionOptions { Confirmation = client.Traits.Confirmations.Max(), MaxInFlight = options.InFlightMax }, cancellationToken).ConfigureAwait(false);
        var sends = new PendingSends(options.InFlightMax);
        var runner = new ProjectionRunner(store, $"genius/outputs/{options.Channel}", (recorded, token) => SendAsync(sender, sends, recorded, token))
        {
            Flush = sends.FlushAsync,
            Failed = error =>
            {
                sends.Clear();
                Observers.Tell(options.Failed, nameof(OutputPublisherOptions.Failed), error);
            },
        };
        await runner.RunAsync(cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask SendAsync(MessageSender sender, PendingSends sends, RecordedEvent recorded, CancellationToken cancellationToken)
    {
        if (GeniusOutputs.Read(recorded) is not { } output || !options.Filter(output)) return;
        await sends.MakeRoomAsync(cancellationToken).ConfigureAwait(false);

        // Not cancelled with the rest: when the host stops, what is under way is confirmed, and not sent again at the next start.
        sends.Add(sender.SendAsync(ToMessage(output), CancellationToken.None).AsTask());
    }

    private Message ToMessage(Output output) => new(options.Format == OutputFormat.Json ? Encoding.UTF8.GetBytes(GeniusOutputs.ToJson(output)) : output.ToByteArray())
    {
        Id = MessageId(output),
        Key = GeniusOutputs.KeyOf(output),
        Headers = new Dictionary<string, string> { [KindHeader] = output.FactCase.ToString() },
    };
}
