using Genie.Brokers.ProtoActor.Official.Messages;
using Proto;
using Proto.Mailbox;

namespace Genie.Brokers.ProtoActor.Official.Sending;

/// <summary>Where a connection's answers arrive, on the thread that brings them.</summary>
/// <param name="system">The connection's actor system.</param>
/// <param name="answered">Takes an answer.</param>
/// <param name="undeliverable">Told that a message met nobody: the other process, or the actor, is gone.</param>
internal sealed class AnswerProcess(ActorSystem system, Action<ActorAnswer> answered, Action undeliverable) : Process(system)
{
    protected override void SendUserMessage(PID pid, object message)
    {
        switch (MessageEnvelope.UnwrapMessage(message))
        {
            case ActorAnswer answer:
                answered(answer);
                break;
            case DeadLetterResponse:
                undeliverable();
                break;
            default:
                break;
        }
    }

    protected override void SendSystemMessage(PID pid, SystemMessage message)
    {
        // It is no actor: nobody stops or watches it.
    }
}
