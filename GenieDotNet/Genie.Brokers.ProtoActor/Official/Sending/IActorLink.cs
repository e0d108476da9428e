using Proto;

namespace Genie.Brokers.ProtoActor.Official.Sending;

/// <summary>A connection's way to its channel's actor.</summary>
internal interface IActorLink : IAsyncDisposable
{
    /// <summary>The way that is open; null while there is none.</summary>
    ActorSession? Session { get; }

    /// <summary>Called once, before anything else.</summary>
    /// <param name="answers">Makes the process that takes a session's answers.</param>
    /// <param name="lost">Receives what ends everything pending.</param>
    void Attach(Func<ActorSystem, Process> answers, Action<BrokerException> lost);

    /// <summary>Starts what the way needs, before the first message.</summary>
    Task StartAsync() => Task.CompletedTask;

    /// <summary>The way that is open, or a new one.</summary>
    /// <exception cref="BrokerException">Nobody answers, or no member activates the actor.</exception>
    ValueTask<ActorSession> OpenSessionAsync(CancellationToken cancellationToken);

    /// <summary>A message met nobody: the other process is gone, or the actor is elsewhere by now.</summary>
    void OnUndeliverable();
}
