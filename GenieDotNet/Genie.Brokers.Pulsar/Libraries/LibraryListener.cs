using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>One consumer of a subscription, which acknowledges each message by itself; or a reader of every message.</summary>
internal sealed class LibraryListener : LinkedDispatcher<LibraryDelivery, LibrarySession>
{
    private readonly LibraryBroker _broker;
    private readonly string _topic;
    private readonly ListenOptions _options;

    public LibraryListener(LibraryBroker broker, string topic, ListenOptions options, MessageHandler handler)
        : base(options, handler)
    {
        PulsarTopic.Check("the listener's group", options.Group);
        _broker = broker;
        _topic = topic;
        _options = options;
        Link = broker.CreateLink(topic, BeginAsync, static _ => { });
    }

    /// <inheritdoc/>
    protected override SupervisedLink<LibrarySession> Link { get; }

    /// <summary>The broker gives what is not acknowledged to another consumer once this one is closed; until then it is kept here.</summary>
    protected override bool Redelivers(in LibraryDelivery route) => _broker.Options.Persistent;

    /// <summary>The group's comes again; what one listener to all was given does not, and the broker keeps no messages of topics that are not persistent.</summary>
    protected override ValueTask<bool> IsGoneAsync(LibraryDelivery route, CancellationToken ending) =>
        ValueTask.FromResult(_broker.Options.Persistent && _options.Delivery == Delivery.Competing && route.Answers.IsOver);

    /// <inheritdoc/>
    protected override PayloadLimit AnswerLimit => _broker.Limit;

    /// <inheritdoc/>
    protected override bool WantsReply(in LibraryDelivery route) => route.Message.Properties.ReplyTo.Length > 0;

    /// <inheritdoc/>
    protected override ValueTask ReplyAsync(LibraryDelivery route, ReadOnlyMemory<byte> envelope) =>
        route.Answers.Find(route.Message.Properties.ReplyTo).PostAsync(envelope.ToArray(), route.Message.Properties.Correlation);

    /// <inheritdoc/>
    protected override async ValueTask SettleAsync(LibraryDelivery route, bool handled)
    {
        // A broker remembers nothing of non-persistent messages; Go's library even drops what follows an acknowledged one.
        if (!_broker.Options.Persistent) return;
        try
        {
            await route.Consumer.AcknowledgeAsync(route.Message.Id).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            // With its link gone, the broker delivers the message again.
            OnError(error);
        }
    }

    private ReadOnlySequence<byte> PayloadOf(in LibraryMessage message) => Options.NativeHeaders
        ? _broker.Headers.Pack(message.Properties.Others ?? [], message.Properties.Key, message.Payload, message.Properties.ReplyTo.Length > 0)
        : message.Payload;

    // A consumer of each partition: as one of all of them, not every library says when it has subscribed everywhere.
    private async ValueTask<LibrarySession> BeginAsync(IPulsarLibrary library, int partitions, CancellationToken cancellationToken)
    {
        var answers = new LibraryAnswers(library, _broker.Options.ConnectTimeout);
        var parts = new List<ILibraryPart> { answers };
        var prefetch = Math.Max(1, _options.Prefetch / Math.Max(1, partitions));
        for (var i = 0; i < Math.Max(1, partitions); i++)
        {
            var topic = partitions == 0 ? _topic : PulsarTopic.PartitionOf(_topic, i);
            var consumer = _options.Delivery == Delivery.Broadcast
                ? await library.ReadAsync(topic, prefetch, cancellationToken).ConfigureAwait(false)
                : await library.SubscribeAsync(topic, _options.Group, prefetch, cancellationToken).ConfigureAwait(false);
            parts.Add(new LibraryReceiver(consumer, message => TakeAsync(PayloadOf(message), new LibraryDelivery(message, consumer, answers))));
        }

        parts.Add(new LibraryPartitionWatch(partitions, _broker.Options.PartitionsUpdateInterval, token => _broker.CountPartitionsAsync(_topic, token)));
        return new LibrarySession(library, [.. parts]);
    }
}
