namespace Genie.Benchmarks.Reporting.Crank;

/// <summary>A measurement as Crank collects it, with what it means.</summary>
/// <param name="Name">A path, the source first: <c>genie/nats/wire/round-trip/32/throughput</c>.</param>
/// <param name="Description">What it is, with its unit.</param>
/// <param name="Operation">How Crank puts several values of one job, or of several, together.</param>
/// <param name="Format">A .NET format for numbers.</param>
/// <param name="Value">The value.</param>
internal sealed record CrankMeasure(string Name, string Description, CrankOperation Operation, string Format, double Value);
