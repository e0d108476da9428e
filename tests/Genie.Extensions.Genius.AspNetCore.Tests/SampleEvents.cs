using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>Events that differ in key and sequence.</summary>
internal static class SampleEvents
{
    public static readonly GeoPoint North = new(10, -75);

    public static GeniusEvent Event(string key, ulong sequence, double latitude = 40) => new()
    {
        Key = key,
        RequestKey = new RequestKey(1, 2, sequence),
        Kind = "seen",
        Time = DateTimeOffset.UnixEpoch.AddSeconds(sequence),
        Place = new GeoPoint(latitude, North.Longitude),
    };

    public static Event Message(string key, ulong sequence, double latitude = 40) => EventCodec.ToMessage(Event(key, sequence, latitude));
}
