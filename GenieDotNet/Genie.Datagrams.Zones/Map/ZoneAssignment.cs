namespace Genie.Datagrams.Zones;

/// <summary>Who owns a zone.</summary>
/// <param name="Zone">The zone.</param>
/// <param name="Epoch">Grows with every new owner; 0 while there was none. What an owner of an older epoch says does not count.</param>
/// <param name="Owner">The owner, or null while there is none.</param>
/// <param name="IsLive">True while the owner's lease runs: nobody else may take the zone then.</param>
public sealed record ZoneAssignment(int Zone, long Epoch, ZoneServerInfo? Owner, bool IsLive);
