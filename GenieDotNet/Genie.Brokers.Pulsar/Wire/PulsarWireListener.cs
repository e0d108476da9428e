using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Pulsar.Wire.Protocol;
using Genie.Brokers.Telemetry;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>One consumer of a subscription, of its group or by itself, or one of each partition of the topic; each entry is acknowledged by itself once all its messages are handled.</summary>
internal sealed class PulsarWireListener : LinkedDispatcher<PulsarDelivery, PulsarSession>
{
    private readonly PulsarWireBroker _broker;
    private readonly PulsarAnswerLinks _answers;
    private readonly PulsarPartitions _partitions;
    private readonly PulsarConsumerRole _first;

    public PulsarWireListener(PulsarWireBroker broker, string topic, ListenOptions options, MessageHandler handler)
        : base(options, handler, isFedByReadLoop: true)
    {
        PulsarTopic.Check("the listener's group", options.Group);
        _broker = broker;
        _answers = new PulsarAnswerLinks(broker);
        _first = new PulsarConsumerRole(broker.Options, options, topic, 0, Take, Backlog);
        Link = LinkOf(_first);
        _partitions = new PulsarPartitions(partition =>
        {
            var link = LinkOf(new PulsarConsumerRole(broker.Options, options, topic, partition, Take, Backlog));
            link.Changed = options.LinkChanged;
            return link;
        });

        SupervisedLink<PulsarSession> LinkOf(PulsarConsumerRole role) =>
            broker.CreateLink(role, broker.Options.Link with { OwnReadThread = options.InlineHandler }, static _ => { });
    }

    /// <inheritdoc/>
    protected override SupervisedLink<PulsarSession> Link { get; }

    /// <inheritdoc/>
    public override async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        await _answers.ConnectAsync(cancellationToken).ConfigureAwait(false);
        await base.OpenAsync(cancellationToken).ConfigureAwait(false);
        await _partitions.OpenAsync(_first.Partitions, cancellationToken).ConfigureAwait(false);
        _partitions.Watch(_broker.Options.PartitionsUpdateInterval, token => _answers.CountPartitionsAsync(_first.Topic, token));
    }

    /// <summary>Closes the consumers, behind the last acknowledgement: that gives what they have not settled to others.</summary>
    protected override async ValueTask CloseAsync()
    {
        await _partitions.DisposeAsync().ConfigureAwait(false);
        await base.CloseAsync().ConfigureAwait(false);
        await _answers.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override PayloadLimit AnswerLimit => _broker.Limit;

    /// <inheritdoc/>
    protected override bool WantsReply(in PulsarDelivery route) => route.Answer is not null;

    /// <inheritdoc/>
    protected override ValueTask ReplyAsync(PulsarDelivery route, ReadOnlyMemory<byte> envelope)
    {
        var posted = route.Answer!.Topic.PostAsync(new PulsarMessage(route.Answer.Property, default, false, envelope));
        return posted.IsCompletedSuccessfully ? posted : AwaitAnswerAsync(posted);
    }

    /// <inheritdoc/>
    protected override ValueTask SettleAsync(PulsarDelivery route, bool handled)
    {
        route.Answer?.Return();
        return Settle(route.Entry, route.Index);
    }

    /// <summary>The broker gives what is not acknowledged to another consumer once this one is closed; until then it is kept here.</summary>
    protected override bool Redelivers(in PulsarDelivery route) => _broker.Options.Persistent;

    /// <summary>The group's comes again; what one listener to all was given does not, and the broker keeps no messages of topics that are not persistent.</summary>
    protected override ValueTask<bool> IsGoneAsync(PulsarDelivery route, CancellationToken ending) =>
        ValueTask.FromResult(_broker.Options.Persistent && Options.Delivery == Delivery.Competing && route.Entry.Session.Ended.IsCompleted);

    /// <inheritdoc/>
    protected override ValueTask ReturnAsync(PulsarDelivery route) => Leave(route.Entry, route.Index);

    private async ValueTask AwaitAnswerAsync(ValueTask posted)
    {
        try
        {
            await posted.ConfigureAwait(false);
        }
        catch (BrokerException error)
        {
            // Whoever asked learns it from a time-out; the message is settled all the same.
            OnError(error);
        }
    }

    private ValueTask Settle(PulsarEntry entry, int index)
    {
        var session = entry.Session;
        var isLast = entry.Settle(index, isHandled: true);
        var permitted = session.PermitMore();
        if (!isLast) return permitted;
        var acknowledged = Acknowledge(entry);
        return permitted.IsCompletedSuccessfully && acknowledged.IsCompletedSuccessfully ? ValueTask.CompletedTask : BothAsync(permitted, acknowledged);
    }

    private ValueTask Acknowledge(PulsarEntry entry)
    {
        // With its session gone, the broker has given the entry to another consumer, or will.
        if (!_broker.Options.Persistent || entry.Session.Ended.IsCompleted)
        {
            entry.Return();
            return ValueTask.CompletedTask;
        }

        if (!entry.IsAllHandled && entry.Unsettled.IsEmpty)
        {
            entry.Return();
            return ValueTask.CompletedTask;
        }

        var written = entry.Session.Writer.WriteAsync(
            new AckFrame(PulsarSession.ConsumerId, entry.Id, cumulative: false, entry.Unsettled, entry.Earlier), FlushBy.Background, CancellationToken.None);
        if (!written.IsCompletedSuccessfully) return ReturnAfterAsync(written, entry);
        entry.Return();
        return ValueTask.CompletedTask;
    }

    private static async ValueTask BothAsync(ValueTask first, ValueTask second)
    {
        await first.ConfigureAwait(false);
        await second.ConfigureAwait(false);
    }

    private static async ValueTask ReturnAfterAsync(ValueTask written, PulsarEntry entry)
    {
        await written.ConfigureAwait(false);
        entry.Return();
    }

    private ValueTask Take(PulsarSession session, in PulsarEntryFrame frame)
    {
        if (frame.Problem is not null || frame.IsIncomplete) return Pass(session, frame);
        var entry = PulsarEntry.Rent(session, frame);
        if (entry.WantedCount == 0) return Acknowledge(entry);
        return frame.BatchCount > 0 ? TakeBatch(session, entry, frame.Payload, 0, entry.WantedCount) : Take(entry, 0, frame.Single);
    }

    // A chunk, until its message is complete; and what cannot be read, which stays with the subscription unless it is damaged.
    private static ValueTask Pass(PulsarSession session, in PulsarEntryFrame frame)
    {
        if (frame.Problem is { } problem) BrokerEvents.Log.MessageUnreadable(PulsarDrivers.Broker, problem);
        var passed = session.PermitMore();
        for (var i = 1; i < frame.BatchCount; i++)
        {
            var more = session.PermitMore();
            passed = passed.IsCompletedSuccessfully ? more : BothAsync(passed, more);
        }

        if (frame.Discard == AckDiscard.None) return passed;
        var acknowledged = session.Writer.WriteAsync(
            new AckFrame(PulsarSession.ConsumerId, frame.Id, cumulative: false, default, frame.Earlier, frame.Discard), FlushBy.Background, CancellationToken.None);
        return passed.IsCompletedSuccessfully && acknowledged.IsCompletedSuccessfully ? ValueTask.CompletedTask : BothAsync(passed, acknowledged);
    }

    // The last message taken may settle the entry at once, and give it to another use: after it, the entry is not touched.
    private ValueTask TakeBatch(PulsarSession session, PulsarEntry entry, ReadOnlySequence<byte> rest, int index, int left)
    {
        for (; left > 0; index++)
        {
            var single = session.Entries.TakeSingle(ref rest);
            if (!entry.IsWanted(index)) continue;
            left--;
            var taken = Take(entry, index, single);
            if (!taken.IsCompletedSuccessfully) return TakeRestAsync(taken, session, entry, rest, index + 1, left);
        }

        return ValueTask.CompletedTask;
    }

    private async ValueTask TakeRestAsync(ValueTask taken, PulsarSession session, PulsarEntry entry, ReadOnlySequence<byte> rest, int index, int left)
    {
        await taken.ConfigureAwait(false);
        await TakeBatch(session, entry, rest, index, left).ConfigureAwait(false);
    }

    private ValueTask Take(PulsarEntry entry, int index, in PulsarSingleMessage message)
    {
        var answer = message.ReplyTo.IsEmpty ? null : PulsarAnswer.Rent(_answers.Find(message.ReplyTo), message.Correlation);
        return TakeAsync(Options.NativeHeaders ? Pack(message) : message.Payload, new PulsarDelivery(entry, index, answer));
    }

    private ReadOnlySequence<byte> Pack(in PulsarSingleMessage message)
    {
        var (properties, key) = MessageProperties.Read(message.Metadata, message.IsBatched);
        return _broker.Headers.Pack(properties, key, message.Payload, !message.ReplyTo.IsEmpty);
    }

    // The listener is being disposed; the message stays the subscription's.
    private ValueTask Leave(PulsarEntry entry, int index) => entry.Settle(index, isHandled: false) ? Acknowledge(entry) : ValueTask.CompletedTask;
}
