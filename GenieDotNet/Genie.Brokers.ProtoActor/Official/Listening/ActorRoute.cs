using Genie.Brokers.ProtoActor.Official.Messages;
using Proto;

namespace Genie.Brokers.ProtoActor.Official.Listening;

/// <summary>The way back of one message.</summary>
/// <param name="System">Where it arrived.</param>
/// <param name="Sender">Who waits for the answer; null where nobody does.</param>
/// <param name="Correlation">What the answer must carry.</param>
internal readonly record struct ActorRoute(ActorSystem System, PID? Sender, ulong Correlation)
{
    /// <summary>Sends the answer; null says that nobody listens.</summary>
    public void Answer(ReadOnlyMemory<byte>? envelope)
    {
        if (Sender is { } sender) System.Root.Send(sender, new ActorAnswer(Correlation, envelope));
    }
}
