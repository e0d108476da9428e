using System.Buffers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Nats.Wire;

/// <summary>What one link is for: its subscription, and where its messages go. It outlives the sessions.</summary>
internal abstract class NatsRole
{
    /// <summary>SUB with its CR LF, sent by each new session.</summary>
    public abstract ReadOnlyMemory<byte> Subscription { get; }

    /// <summary>What waits for the handlers of its messages; null where there are none.</summary>
    public virtual HandlerBacklog? Backlog => null;

    /// <summary>True if messages are answered on the thread that reads, so that their answers are worth batching.</summary>
    public virtual bool AnswersInline => false;

    /// <summary>True if another session may take the place of one whose server is about to close, while that one still works.</summary>
    public virtual bool MayOverlap => true;

    /// <summary>Takes a message. The bytes are valid until the task completes.</summary>
    /// <param name="session">By which it came; the link may not know of it yet.</param>
    /// <param name="subject">Where it was published.</param>
    /// <param name="replyTo">Where an answer is awaited; empty: nowhere.</param>
    /// <param name="headers">As on the wire; empty: none.</param>
    /// <param name="payload">Its bytes.</param>
    public abstract ValueTask OnMessageAsync(
        NatsSession session, ReadOnlySpan<byte> subject, ReadOnlySpan<byte> replyTo, in ReadOnlySequence<byte> headers, in ReadOnlySequence<byte> payload);

    /// <summary>A publication was confirmed.</summary>
    public virtual void OnConfirmed(Correlation publication)
    {
    }

    /// <summary>The server refused something but keeps the link open.</summary>
    public virtual void OnRefused(BrokerException error)
    {
    }
}
