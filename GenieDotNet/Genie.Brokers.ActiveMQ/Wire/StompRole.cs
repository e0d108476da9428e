using Genie.Brokers.ActiveMQ.Wire.Protocol;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>What one link is for. It outlives the sessions.</summary>
internal abstract class StompRole
{
    /// <summary>What waits for the handlers of its messages; null where there are none.</summary>
    public virtual HandlerBacklog? Backlog => null;

    /// <summary>True if messages are answered on the thread that reads, so that their answers are worth batching.</summary>
    public virtual bool AnswersInline => false;

    /// <summary>A session begins: the headers of its SUBSCRIBE, in its server's dialect.</summary>
    public abstract string Begin(StompDialect dialect);

    /// <summary>Takes a message. Its spans are valid until this returns, its body until the task completes.</summary>
    public abstract ValueTask OnMessageAsync(StompSession session, in StompFrame frame);

    /// <summary>A message that bore this receipt was confirmed, or refused if there is an error.</summary>
    public virtual void OnConfirmed(Correlation receipt, BrokerException? error)
    {
    }

    /// <summary>The server refused something that bore no receipt.</summary>
    public virtual void OnRefused(BrokerException error)
    {
    }
}
