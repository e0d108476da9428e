namespace Genie.Extensions.Genius.Streams.Backfills;

/// <summary>
/// What a definition takes of the events that the store had before it. They are read in the background, in the store's order; meanwhile the version before it, if the options have it too, goes on. When all
/// are in, it takes that one's place: events wait for that as long as the last few take. Every event takes effect in it once, wherever a crash interrupts it. Events that a compaction
/// has removed are not among them.
/// </summary>
public enum Backfill
{
    /// <summary>Nothing: it begins with the events that come.</summary>
    None,

    /// <summary>All, by the rules that each matched when it came.</summary>
    RecordedRules,

    /// <summary>All, by the rules that each matches now: also of rules that were put in since.</summary>
    CurrentRules,
}
