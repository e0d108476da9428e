namespace Genie.Extensions.Genius.Licences;

/// <summary>What the rules say about a place at a time.</summary>
/// <param name="IsGranted">True only if a rule grants it and none denies it.</param>
/// <param name="Region">The region that decided.</param>
/// <param name="Rule">The rule that decided; empty where none applies.</param>
/// <param name="Reason">The decision in words.</param>
/// <param name="RulesVersion">The last event of the rules' stream that it knew.</param>
public sealed record LicenceEvaluation(bool IsGranted, DecidingRegion Region, string Rule, string Reason, long RulesVersion);
