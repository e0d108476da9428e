using Genie.Brokers.Links;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>Told of an answer; its spans are valid until this returns.</summary>
internal delegate void PulsarAnswerHandler(in PulsarSingleMessage answer);

/// <summary>
/// The topic that one connection's answers come to, with a subscription that is not kept. What was taken is acknowledged,
/// all up to it, whenever more is permitted. Nobody has made the topic before, so that it has no partitions.
/// </summary>
internal sealed class PulsarInbox(string topic, int inFlight, PulsarAnswerHandler answered) : PulsarRole
{
    private const string Subscription = "answers";
    private const int PermitsMin = 1000;
    private readonly int _permits = Math.Max(PermitsMin, inFlight);
    private int _taken;

    public override string Topic => topic;

    public override async ValueTask BeginAsync(PulsarSession session, CancellationToken cancellationToken)
    {
        _taken = 0;
        await session.SubscribeAsync(topic, Subscription, CommandSubscribe.Types.SubType.Exclusive, isDurable: false, createsTopic: true, cancellationToken).ConfigureAwait(false);
        await session.Writer.WriteAsync(new FlowFrame(PulsarSession.ConsumerId, _permits), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
    }

    public override ValueTask OnEntryAsync(PulsarSession session, in PulsarEntryFrame entry)
    {
        if (entry.Problem is not null || entry.IsIncomplete)
        {
            // Not an answer that can be read, or not yet: whoever asked learns it from a time-out.
        }
        else if (entry.BatchCount == 0)
        {
            answered(entry.Single);
        }
        else
        {
            var batch = entry.Payload;
            for (var i = 0; i < entry.BatchCount; i++) answered(session.Entries.TakeSingle(ref batch));
        }

        _taken += Math.Max(1, entry.BatchCount);
        if (_taken < _permits / 2) return ValueTask.CompletedTask;
        var permits = _taken;
        _taken = 0;
        var acknowledged = session.Writer.WriteAsync(new AckFrame(PulsarSession.ConsumerId, entry.Id, cumulative: true), FlushBy.Background, CancellationToken.None);
        var permitted = session.Writer.WriteAsync(new FlowFrame(PulsarSession.ConsumerId, permits), FlushBy.Background, CancellationToken.None);
        return acknowledged.IsCompletedSuccessfully && permitted.IsCompletedSuccessfully ? ValueTask.CompletedTask : BothAsync(acknowledged, permitted);
    }

    private static async ValueTask BothAsync(ValueTask first, ValueTask second)
    {
        await first.ConfigureAwait(false);
        await second.ConfigureAwait(false);
    }
}
