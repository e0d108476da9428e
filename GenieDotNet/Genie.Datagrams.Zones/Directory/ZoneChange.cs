namespace Genie.Datagrams.Zones;

/// <summary>A zone is to have another owner.</summary>
/// <param name="Zone">The zone.</param>
/// <param name="ExpectedEpoch">The epoch that it must have: of many who expect the same, one wins.</param>
/// <param name="By">The server that asks; its lease must run. It may give away what it owns, and take what nobody owns.</param>
/// <param name="To">The new owner; its lease must run.</param>
public sealed record ZoneChange(int Zone, long ExpectedEpoch, string By, string To);
