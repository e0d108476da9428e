namespace Genie.Extensions.Genius.Streams.Backfills;

/// <summary>How far the backfill of a definition has come.</summary>
/// <param name="Kind">What it is of: <c>window</c>, <c>geofence</c> or <c>pattern</c>.</param>
/// <param name="Name">The definition's name.</param>
/// <param name="Version">Its version.</param>
/// <param name="Position">The position in the store up to which events are in.</param>
/// <param name="IsLive">True: all are in, and it takes every event as it comes.</param>
public sealed record BackfillStatus(string Kind, string Name, int Version, long Position, bool IsLive);
