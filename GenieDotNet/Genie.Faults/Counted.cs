namespace Genie.Faults;

/// <summary>The numbers of <see cref="FaultCounts"/>.</summary>
internal enum Counted
{
    Connections,
    Open,
    BytesToServer,
    BytesToClient,
    Refused,
    Resets,
    Closed,
    GarbageBytes,
    SwallowedBytes,
    Datagrams,
    Lost,
    TooLarge,
    Overflowed,
    Duplicated,
    Reordered,
}
