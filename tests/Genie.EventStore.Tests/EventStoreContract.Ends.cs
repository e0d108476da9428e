namespace Genie.EventStore.Tests;

/// <content>The ends of every field of an append.</content>
public abstract partial class EventStoreContract
{
    private static readonly string Longest = new string('€', 341) + "x";

    private static readonly Func<AppendRequest, AppendRequest>[][] EndsOfFields =
    [
        [.. Times().Select(time => (Func<AppendRequest, AppendRequest>)(request => request with { RecordedAt = time }))],
        [.. Keys().Select(key => (Func<AppendRequest, AppendRequest>)(request => request with { Key = key }))],
        [.. Versions().Select(version => (Func<AppendRequest, AppendRequest>)(request => request with { ExpectedVersion = version }))],
        [.. Metadata().Select(metadata => (Func<AppendRequest, AppendRequest>)(request => request with { Metadata = metadata }))],
        [.. Events().Select(events => (Func<AppendRequest, AppendRequest>)(request => request with { Events = events }))],
        [.. Suffixes().Select(suffix => (Func<AppendRequest, AppendRequest>)(request => request with { Stream = request.Stream + suffix }))],
    ];

    [SkippableFact]
    public async Task Whatever_is_acknowledged_is_read_and_whatever_is_refused_leaves_nothing()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        var before = await PositionAsync();
        List<AppendRequest> acknowledged = [];
        var refused = 0;
        foreach (var request in Ends())
        {
            try
            {
                await Store.AppendAsync(request, CancellationToken.None);
                acknowledged.Add(request);
            }
            catch (Exception error) when (error is ArgumentException or VersionConflictException)
            {
                refused++;
            }
        }

        Assert.True(acknowledged.Count > 60 && refused > 40, $"{acknowledged.Count} were acknowledged, {refused} refused.");
        await AssertReadableAsync(Store, before, acknowledged);
        await Store.DisposeAsync();
        await using var again = await OpenAsync();
        await AssertReadableAsync(again, before, acknowledged);
    }

    /// <summary>Each end alone, and many of several at once.</summary>
    private IEnumerable<AppendRequest> Ends()
    {
        var number = 0;
        foreach (var end in EndsOfFields.SelectMany(field => field)) yield return end(Request($"{number++} ", "content"));
        var random = new Random(20261128);
        for (var round = 0; round < 200; round++)
        {
            var request = Request($"{number++} ", "content");
            foreach (var field in EndsOfFields)
            {
                if (random.Next(2) == 0) request = field[random.Next(field.Length)](request);
            }

            yield return request;
        }
    }

    private async Task AssertReadableAsync(IEventStore store, long before, List<AppendRequest> acknowledged)
    {
        var all = (await ReadAsync(store.ReadAllAsync(before, CancellationToken.None))).Where(each => each.Stream.Contains(Name(""), StringComparison.Ordinal)).ToLookup(each => each.Stream);
        Assert.Equal(acknowledged.Count, all.Count);
        foreach (var request in acknowledged)
        {
            var events = await ReadAsync(store.ReadStreamAsync(request.Stream, 1, CancellationToken.None));
            Assert.Equal(request.Events.ToArray().Select(each => (each.Type, Convert.ToHexString(each.Payload.Span))), events.Select(each => (each.Type, Convert.ToHexString(each.Payload.Span))));
            Assert.Equal(events.Select(each => (each.Version, each.Position, each.RecordedAt)), all[request.Stream].Select(each => (each.Version, each.Position, each.RecordedAt)));
            foreach (var each in events)
            {
                Assert.Equal((request.Key, Said(request.Metadata)), (each.Key, Said(each.Metadata)));
                if (request.RecordedAt is { } time) Assert.InRange((time - each.RecordedAt).Ticks, 0, TimeSpan.TicksPerMicrosecond - 1);
            }

            if (request.Key is { } key) Assert.Equal(events[^1].Version, (await store.FindAsync(request.Stream, key, CancellationToken.None))!.Value.LastVersion);
        }
    }

    private static (string?, string?) Said(EventMetadata? metadata) =>
        (string.IsNullOrEmpty(metadata?.CorrelationId) ? null : metadata.CorrelationId, string.IsNullOrEmpty(metadata?.CausationId) ? null : metadata.CausationId);

    private static IEnumerable<DateTimeOffset> Times()
    {
        foreach (var time in new[] { DateTimeOffset.MinValue, DateTimeOffset.UnixEpoch, DateTimeOffset.MaxValue })
        {
            foreach (var ticks in new[] { -20, -11, -10, -9, -1, 0, 1, 9, 10, 11, 20 })
            {
                if (time.Ticks + ticks >= 0 && time.Ticks + (decimal)ticks <= DateTimeOffset.MaxValue.Ticks) yield return time.AddTicks(ticks);
            }
        }

        yield return new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.FromHours(14));
        yield return new DateTimeOffset(DateTime.MaxValue, TimeSpan.FromHours(14));
        yield return new DateTimeOffset(DateTime.MinValue, TimeSpan.FromHours(-14));
    }

    private static IEnumerable<RequestKey> Keys() =>
        from run in (ulong[])[0, 1, long.MaxValue, ulong.MaxValue] from sender in (uint[])[0, int.MaxValue, uint.MaxValue] from sequence in (ulong[])[0, 1UL << 63, ulong.MaxValue] select new RequestKey(run, sender, sequence);

    private static IEnumerable<long> Versions() => [long.MinValue, -2, AppendRequest.AnyVersion, 0, 1, int.MaxValue, long.MaxValue];

    private static IEnumerable<EventMetadata> Metadata() =>
        from correlation in Texts().Append(null) from causation in new[] { null, "", Longest } select new EventMetadata(correlation, causation);

    private static IEnumerable<NewEvent[]> Events()
    {
        foreach (var type in Texts()) yield return [new NewEvent(type!, new byte[] { 0, 255 })];
        foreach (var size in new[] { 0, 1, 1023, 65_535, 65_536, 1 << 20 }) yield return [new NewEvent("sized", new byte[size])];
        yield return [];
        yield return [.. Enumerable.Range(0, 1000).Select(i => new NewEvent("many", BitConverter.GetBytes(i)))];
    }

    // Names have 35 characters and more in front of these.
    private static IEnumerable<string> Suffixes() => [.. Texts().Where(text => text!.Length < 500)!, new string('x', 980), new string('x', 1024)];

    private static IEnumerable<string?> Texts() =>
        ["", " ", "\u0001\u001f\u007f", "\0", "\ud800", "\udc00", "\uffff", "\U0010ffff", "a\u0301 \u00e1", "\"begins\":\r\n", Longest, Longest + "x", new string('x', 1024), new string('x', 1025)];
}
