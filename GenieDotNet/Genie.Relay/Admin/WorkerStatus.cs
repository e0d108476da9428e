namespace Genie.Relay.Admin;

/// <summary>A worker on the status page.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Address">Where it listens.</param>
/// <param name="ProcessId">Its process; 0: it has ended.</param>
/// <param name="State">What it is at.</param>
/// <param name="InFlight">Calls that it has.</param>
/// <param name="Answers">Calls that it has answered.</param>
/// <param name="AgeSeconds">Since its start.</param>
/// <param name="ResidentBytes">Memory with its children; 0: not read yet.</param>
/// <param name="Generation">Counts rolling replacements.</param>
internal sealed record WorkerStatus(
    string Name, string Address, int ProcessId, string State, int InFlight, long Answers, double AgeSeconds, long ResidentBytes, int Generation);
