using Proto;

namespace Genie.Brokers.ProtoActor.Official.Sending;

/// <summary>What a connection sends with, until it is lost.</summary>
/// <param name="System">The connection's side.</param>
/// <param name="Target">The channel's actor, or the gateway before it.</param>
/// <param name="Self">Where answers arrive.</param>
internal sealed record ActorSession(ActorSystem System, PID Target, PID Self)
{
    /// <summary>A session whose answers go to <paramref name="answers"/>.</summary>
    public static ActorSession Open(ActorSystem system, PID target, Func<ActorSystem, Process> answers) =>
        new(system, target, system.ProcessRegistry.TryAdd(system.ProcessRegistry.NextId(), answers(system)).pid);

    /// <summary>Takes no more answers.</summary>
    public void Close() => System.ProcessRegistry.Remove(Self);
}
