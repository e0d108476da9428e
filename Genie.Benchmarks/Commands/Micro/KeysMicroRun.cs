using System.Diagnostics;
using System.Runtime.CompilerServices;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Keys;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;
using Google.Protobuf;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>Fills <see cref="KeyStates"/> with records as a store has them, moves keys, asks.</summary>
internal sealed class KeysMicroRun(int keys, int seed, TimeSpan time)
{
    private const int Cities = 10;
    private const double CityDegrees = 0.2;
    private const int MovedMax = 200_000;

    private readonly Random _random = new(seed);
    private readonly GeoPoint[] _cities = [.. Enumerable.Range(0, Cities).Select(city => new GeoPoint(-50 + (10 * city), -150 + (30 * city)))];
    private long _position;

    /// <summary>Measures one thing after the other.</summary>
    public async IAsyncEnumerable<KeysMicroResult> MeasureAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("genie-keys-");
        try
        {
            // An empty one: the questions only ask it how far it is.
            await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.FullName, SegmentBytes = 1 << 20 }, cancellationToken).ConfigureAwait(false);
            using var geocoder = EmbeddedGeocoder.OpenDefault();
            var states = new KeyStates(store, geocoder);
            var before = GC.GetTotalMemory(forceFullCollection: true);
            var began = Stopwatch.GetTimestamp();
            for (var key = 0; key < keys; key++) states.Apply(Record(key));
            var filled = keys / Stopwatch.GetElapsedTime(began).TotalSeconds;
            yield return new KeysMicroResult { What = "first event of a key, decoded", PerSecond = filled, BytesPerKey = (GC.GetTotalMemory(forceFullCollection: true) - before) / (double)keys };
            var moves = Enumerable.Range(0, Math.Min(keys, MovedMax)).Select(_ => Record(_random.Next(keys))).ToArray();
            began = Stopwatch.GetTimestamp();
            foreach (var move in moves) states.Apply(move);
            yield return new KeysMicroResult { What = "a key moves, decoded", PerSecond = moves.Length / Stopwatch.GetElapsedTime(began).TotalSeconds };
            foreach (var (what, query) in Questions()) yield return await AskAsync(what, query, states, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private IEnumerable<(string What, Func<KeyQuery> Query)> Questions()
    {
        yield return ("ten nearest in a city", () => new KeyQuery { Near = InCity(), KeysMax = 10 });
        yield return ("ten nearest anywhere", () => new KeyQuery { Near = Anywhere(), KeysMax = 10 });
        yield return ("within 500 m in a city", () => new KeyQuery { Where = Condition.In(RegionCondition.Circle(InCity(), 500)), KeysMax = 1_000 });
        yield return ("within 50 km anywhere", () => new KeyQuery { Where = Condition.In(RegionCondition.Circle(Anywhere(), 50_000)), KeysMax = 1_000 });
        yield return ("the first ten over a value, all tried", () => new KeyQuery { Where = Condition.Value(Comparison.Greater, 0.99999), KeysMax = 10 });
    }

    private async Task<KeysMicroResult> AskAsync(string what, Func<KeyQuery> query, KeyStates states, CancellationToken cancellationToken)
    {
        var (began, asked, found) = (Stopwatch.GetTimestamp(), 0, 0L);
        do
        {
            found += (await states.FindAsync(query(), cancellationToken).ConfigureAwait(false)).Count;
            asked++;
        }
        while (Stopwatch.GetElapsedTime(began) < time);

        return new KeysMicroResult { What = what, PerSecond = asked / Stopwatch.GetElapsedTime(began).TotalSeconds, Found = found / (double)asked };
    }

    private RecordedEvent Record(int key)
    {
        var value = new GeniusEvent
        {
            Key = $"truck-{key}",
            RequestKey = new RequestKey(1, 1, (ulong)++_position),
            Kind = "moved",
            Time = DateTimeOffset.UnixEpoch.AddMilliseconds(_position),
            Place = key % 2 == 0 ? InCity() : Anywhere(),
            Value = _random.NextDouble(),
        };
        var payload = new ProcessedEvent { Event = EventCodec.ToMessage(value) }.ToByteArray();
        return new RecordedEvent(ProcessedEvents.StreamOf(value.Key), 1, _position, value.Time, null, ProcessedEvents.EventType, payload);
    }

    private GeoPoint InCity()
    {
        var city = _cities[_random.Next(Cities)];
        return new GeoPoint(city.Latitude + (_random.NextDouble() * CityDegrees), city.Longitude + (_random.NextDouble() * CityDegrees));
    }

    private GeoPoint Anywhere() => new((_random.NextDouble() * 180) - 90, (_random.NextDouble() * 360) - 180);
}
