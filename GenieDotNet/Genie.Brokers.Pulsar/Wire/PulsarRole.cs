using Genie.Brokers.Multiplexing;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>What one link is for. It outlives the sessions.</summary>
internal abstract class PulsarRole
{
    /// <summary>The topic whose broker the link must lead to, as it is called whether it has partitions or not; null for any broker.</summary>
    public virtual string? Topic => null;

    /// <summary>True if the broker may make the topic where it is not there yet.</summary>
    public virtual bool CreatesTopic => false;

    /// <summary>Which topic the session is for. By default the first partition.</summary>
    /// <param name="topic"><see cref="Topic"/>.</param>
    /// <param name="partitions">How many partitions it has; 0 if it has none, but messages of its own.</param>
    public virtual string Choose(string topic, int partitions) => partitions == 0 ? topic : PulsarTopic.PartitionOf(topic, 0);

    /// <summary>What waits for the handlers of its messages; null where there are none.</summary>
    public virtual HandlerBacklog? Backlog => null;

    /// <summary>A session stands: create the producer, subscribe.</summary>
    public virtual ValueTask BeginAsync(PulsarSession session, CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>Takes an entry. Its spans are valid until this returns, its payload until the task completes.</summary>
    public virtual ValueTask OnEntryAsync(PulsarSession session, in PulsarEntryFrame entry) => ValueTask.CompletedTask;

    /// <summary>The broker has closed a producer, as when a topic moves to another. By default the session ends, and the next begins with a look-up.</summary>
    public virtual void OnProducerClosed(PulsarSession session, PulsarProducer producer) =>
        session.Abort(new LinkLostException(PulsarDrivers.Broker, "the broker closed the producer"));
}
