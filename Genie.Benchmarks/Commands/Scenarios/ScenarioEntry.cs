namespace Genie.Benchmarks.Commands.Scenarios;

/// <summary>A setting of a scenario file.</summary>
/// <param name="Key">An option's name without its dashes, or <see cref="ScenarioFile.Systems"/>.</param>
/// <param name="Values">Its value; any number of a list.</param>
/// <param name="IsList">True if it was written as a list.</param>
/// <param name="Line">Where it stands, from 1.</param>
internal sealed record ScenarioEntry(string Key, IReadOnlyList<ScenarioValue> Values, bool IsList, int Line);

/// <summary>A value of a setting.</summary>
/// <param name="Text">As it was written, without quotes.</param>
/// <param name="Line">Where it stands, from 1.</param>
internal sealed record ScenarioValue(string Text, int Line);
