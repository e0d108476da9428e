namespace Genie.Brokers.ProtoActor;

/// <summary>
/// No member of the cluster activated a stream's grain in time: usually because the one that hosted it was killed, and the others
/// have not missed it yet (<see cref="ProtoActorOptions.MemberExpiration"/>).
/// </summary>
/// <param name="grain">The grain.</param>
/// <param name="waited">How long one was looked for.</param>
/// <param name="innerException">What ended the search.</param>
public sealed class GrainUnhostedException(string grain, TimeSpan waited, Exception? innerException = null)
    : BrokerException(
        FormattableString.Invariant($"{ProtoActorDrivers.Name}: within {waited.TotalSeconds:0.#} s no member of the cluster took over the grain '{grain}'. ")
        + "While the members agree that one of them is gone, send again; if it stays so, start a worker.",
        isTransient: true, innerException);
