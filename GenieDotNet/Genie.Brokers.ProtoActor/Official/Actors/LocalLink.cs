using Genie.Brokers.ProtoActor.Official.Listening;
using Genie.Brokers.ProtoActor.Official.Sending;
using Proto;

namespace Genie.Brokers.ProtoActor.Official.Actors;

/// <summary>The way to actors of the same process, which is never lost.</summary>
internal sealed class LocalLink(ActorSystem system) : IActorLink
{
    public ActorSession? Session { get; private set; }

    public void Attach(Func<ActorSystem, Process> answers, Action<BrokerException> lost) =>
        Session = ActorSession.Open(system, PID.FromAddress(system.Address, GatewayProcess.Id), answers);

    public ValueTask<ActorSession> OpenSessionAsync(CancellationToken cancellationToken) => ValueTask.FromResult(Session!);

    public void OnUndeliverable()
    {
        // The gateway lives as long as the system.
    }

    public ValueTask DisposeAsync()
    {
        Session?.Close();
        return ValueTask.CompletedTask;
    }
}
