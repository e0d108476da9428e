using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>What one link is for. It outlives the sessions.</summary>
internal abstract class PulsarRole
{
    /// <summary>The topic whose broker the link must lead to; null for any broker.</summary>
    public virtual string? Topic => null;

    /// <summary>A session stands: create the producer, subscribe.</summary>
    public virtual ValueTask BeginAsync(PulsarSession session, CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>Takes an entry. Its spans are valid until this returns, its payload until the task completes.</summary>
    public virtual ValueTask OnEntryAsync(PulsarSession session, in PulsarEntryFrame entry) => ValueTask.CompletedTask;

    /// <summary>The broker has closed a producer, as when a topic moves to another. By default the session ends, and the next begins with a look-up.</summary>
    public virtual void OnProducerClosed(PulsarSession session, PulsarProducer producer) =>
        session.Abort(new LinkLostException(PulsarDrivers.Broker, "the broker closed the producer"));
}
