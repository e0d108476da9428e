namespace Genie.Benchmarks.Reporting.Crank;

/// <summary>A measurement as Crank collects it, with what it means.</summary>
/// <param name="Name">A path, the source first: <c>genie/nats/wire/round-trip/32/throughput</c>.</param>
/// <param name="Description">What it is, with its unit.</param>
/// <param name="Reduce">How Crank puts the values of several load agents together. Of one agent there is one value, which reaches Crank twice (see <see cref="CrankOutput"/>).</param>
/// <param name="Format">A .NET format for numbers.</param>
/// <param name="Value">The value.</param>
internal sealed record CrankMeasure(string Name, string Description, CrankOperation Reduce, string Format, double Value);
