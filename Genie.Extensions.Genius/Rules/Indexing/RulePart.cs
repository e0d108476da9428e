namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>A segment with those of its rules that are gone.</summary>
/// <param name="Segment">The segment.</param>
/// <param name="Gone">A bit a rule that is gone; null: none.</param>
/// <param name="Count">Rules that are there.</param>
internal sealed record RulePart(RuleSegment Segment, ulong[]? Gone, int Count)
{
    /// <summary>All of a new segment.</summary>
    public static RulePart Whole(RuleSegment segment) => new(segment, null, segment.Rules.Length);

    /// <summary>The rules that are there.</summary>
    public IEnumerable<Rule> Rules
    {
        get
        {
            for (var i = 0; i < Segment.Rules.Length; i++)
            {
                if (Gone is null || (Gone[i >> 6] & (1UL << i)) == 0) yield return Segment.Rules[i];
            }
        }
    }

    /// <summary>The part without some rules that are there.</summary>
    public RulePart Without(IReadOnlyCollection<int> numbers)
    {
        var gone = Gone is null ? new ulong[(Segment.Rules.Length + 63) / 64] : [.. Gone];
        foreach (var number in numbers) gone[number >> 6] |= 1UL << number;
        return this with { Gone = gone, Count = Count - numbers.Count };
    }
}
