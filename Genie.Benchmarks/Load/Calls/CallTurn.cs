namespace Genie.Benchmarks.Load.Calls;

/// <summary>What one turn of a system showed.</summary>
/// <param name="Times">How long its calls took.</param>
/// <param name="Client">What the client's process used.</param>
/// <param name="Server">What the server's process used.</param>
internal sealed record CallTurn(CallTimes Times, CallUsage Client, CallUsage Server);
