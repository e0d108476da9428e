using Genie.EventStore;

namespace Genie.Extensions.Genius.Rules;

/// <summary>What makes a rule what it was.</summary>
/// <param name="Id">Its name.</param>
/// <param name="Events">The events that do it.</param>
internal sealed record RuleDifference(string Id, IReadOnlyList<NewEvent> Events)
{
    /// <summary>What makes rules what they were, a difference a rule.</summary>
    /// <param name="now">As they are.</param>
    /// <param name="then">As they were.</param>
    /// <exception cref="InvalidRuleException">One of them cannot be read here, so it cannot be put in again.</exception>
    public static IReadOnlyList<RuleDifference> Between(IReadOnlyList<StoredRule> now, IReadOnlyList<StoredRule> then)
    {
        var differences = new List<RuleDifference>();
        var left = now.ToDictionary(each => each.Id, StringComparer.Ordinal);
        foreach (var was in then)
        {
            left.Remove(was.Id, out var current);
            if (was.Rule is null && current is not { Rule: null })
                throw new InvalidRuleException(was.Id, $"it cannot be read here, so it cannot be brought back; roll back on a host of the version that put it in. {was.QuarantineReason}");
            if (EventsOf(current, was) is { Count: > 0 } events) differences.Add(new RuleDifference(was.Id, events));
        }

        differences.AddRange(left.Keys.Select(id => new RuleDifference(id, [RuleEvents.Removed(id)])));
        return differences;
    }

    private static List<NewEvent> EventsOf(StoredRule? current, StoredRule was)
    {
        var events = new List<NewEvent>();
        var isPut = was.Rule is { } rule && (current?.Rule is not { } known || !RuleCodec.Encode(known).AsSpan().SequenceEqual(RuleCodec.Encode(rule)));
        if (isPut) events.Add(RuleEvents.Added(was.Rule!));
        var mode = isPut ? RuleMode.Active : current?.Mode;
        if (mode is not null && mode != was.Mode) events.Add(RuleEvents.Changed(was.Id, was.Mode));
        return events;
    }
}
