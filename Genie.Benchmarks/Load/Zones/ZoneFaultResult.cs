namespace Genie.Benchmarks.Load.Zones;

/// <summary>What all rounds showed.</summary>
/// <param name="Rounds">The rounds.</param>
/// <param name="Said">Messages of clients to their entities.</param>
/// <param name="Lost">Messages that the kept state of their entity does not contain, or whose answer its client has not.</param>
/// <param name="Doubled">Messages that it contains twice or out of order, or whose answer came so.</param>
/// <param name="ZonesWithTwoOwners">Zones that two servers held for their own at the same time.</param>
/// <param name="Ended">Servers that ended by themselves.</param>
/// <param name="Resent">How often a client sent a message again.</param>
/// <param name="Attachments">How often a server began to serve an entity.</param>
/// <param name="Errors">What servers reported and tried again, and how often.</param>
internal sealed record ZoneFaultResult(
    IReadOnlyList<ZoneFaultRound> Rounds, long Said, long Lost, long Doubled, int ZonesWithTwoOwners, int Ended, long Resent, long Attachments, IReadOnlyDictionary<string, int> Errors)
{
    /// <summary>True if each message counted once, and each zone had one owner at a time.</summary>
    public bool Held => Lost == 0 && Doubled == 0 && ZonesWithTwoOwners == 0 && Ended == 0;

    /// <summary>All takeovers, ascending.</summary>
    public IReadOnlyList<TimeSpan> Takeovers { get; } = [.. Rounds.SelectMany(static round => round.Takeovers).Order()];

    /// <summary>Each kind of fault that happened.</summary>
    public IReadOnlyList<ZoneFaultSummary> Summaries { get; } = [.. Rounds.GroupBy(static round => round.Fault).OrderBy(static kind => kind.Key).Select(static kind => new ZoneFaultSummary(kind.Key, [.. kind]))];

    /// <summary>Whether each took no longer than a limit.</summary>
    public bool IsWithin(TimeSpan limit) => Takeovers.All(each => each <= limit);
}
