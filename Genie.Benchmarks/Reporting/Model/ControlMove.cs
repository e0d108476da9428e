namespace Genie.Benchmarks.Reporting.Model;

/// <summary>Rounds of a sweep in which a control stood elsewhere than in most.</summary>
/// <param name="Reference">Which: <c>loopback</c> or <c>none</c>.</param>
/// <param name="FirstRound">The first of these rounds.</param>
/// <param name="LastRound">The last one.</param>
/// <param name="Ratio">Its median in them over that of the rounds that it is compared with.</param>
public sealed record ControlMove(string Reference, int FirstRound, int LastRound, double Ratio);
