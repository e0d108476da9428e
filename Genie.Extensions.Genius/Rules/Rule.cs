namespace Genie.Extensions.Genius.Rules;

/// <summary>A named condition on events.</summary>
/// <param name="Id">Its name; another rule of the same name takes its place.</param>
/// <param name="When">The events that it matches.</param>
public sealed record Rule(string Id, Condition When);
