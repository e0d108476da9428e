using Genie.Grains;

namespace Genie.Workload.Grains;

/// <summary>
/// A party's events are of a version that this process does not know: a newer release wrote them. Nothing was changed; the party's grain is for a process
/// that knows them.
/// </summary>
/// <param name="type">The event's type, with its version.</param>
/// <param name="known">The newest version that is known here.</param>
public sealed class NewerEventException(string type, int known)
    : GrainMisplacedException($"{type} was written by a newer release; this process knows events up to version {known}. Call again: a process of the newer release takes the party over. Raise the version that is written only when every process reads it.");
