namespace Genie.Benchmarks.Reporting.Calls;

/// <summary>Something that Genie.Rpc.Quic is to reach.</summary>
/// <param name="Name">What, with its bound.</param>
/// <param name="Measured">What was measured, in words.</param>
/// <param name="Held">Whether that is so.</param>
internal sealed record CallTarget(string Name, string Measured, bool Held);
