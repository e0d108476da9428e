using System.Diagnostics;
using Genie.Benchmarks.Measurement;
using Genie.EventStore;
using Genie.EventStore.Embedded;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>Measures an embedded store in a folder of its own: a new store for each figure.</summary>
internal sealed class AppendMicroRun(string parent, int size, long segmentBytes, TimeSpan time)
{
    private const int WarmUpCommits = 5;
    private const int RecoveryStreams = 1000;
    private const string EventType = "measured";

    /// <summary>Appends of so many events each, one after the other: each is a commit.</summary>
    public Task<AppendMicroResult> MeasureGroupAsync(int group, CancellationToken cancellationToken)
    {
        var events = Events(group);
        return MeasureAsync("genie", group, (store, token) => store.AppendAsync(new AppendRequest("stream", events), token).AsTask(), cancellationToken);
    }

    /// <summary>The same on a thread that blocks.</summary>
    public Task<AppendMicroResult> MeasureBlockingAsync(int group, CancellationToken cancellationToken)
    {
        var events = Events(group);
        return MeasureAsync(
            "genie, blocking",
            group,
            (store, _) =>
            {
                store.Append(new AppendRequest("stream", events));
                return Task.CompletedTask;
            },
            cancellationToken);
    }

    /// <summary>So many appends of one event at once, each to a stream of its own, from one caller, who waits for all of them.</summary>
    public Task<AppendMicroResult> MeasureSinglesAsync(int group, CancellationToken cancellationToken)
    {
        var streams = Enumerable.Range(0, group).Select(i => $"stream-{i}").ToArray();
        var events = Events(1);
        var appends = new ValueTask<AppendResult>[group];
        return MeasureAsync(
            "genie, single appends at once",
            group,
            async (store, token) =>
            {
#pragma warning disable CA2012 // Each is awaited once, below; tasks in their place would be measured too.
                for (var i = 0; i < group; i++) appends[i] = store.AppendAsync(new AppendRequest(streams[i], events), token);
                for (var i = 0; i < group; i++) await appends[i].ConfigureAwait(false);
#pragma warning restore CA2012
            },
            cancellationToken);
    }

    /// <summary>Opens a store with so many events in it.</summary>
    public async Task<AppendMicroResult> MeasureRecoveryAsync(long records, CancellationToken cancellationToken)
    {
        const int Group = 500;
        var folder = Folder();
        try
        {
            var events = Events(Group);
            await using (var store = await OpenAsync(folder, cancellationToken).ConfigureAwait(false))
            {
                for (long i = 0; i < records; i += Group)
                {
                    var key = new RequestKey(1, 1, (ulong)i);
                    await store.AppendAsync(new AppendRequest($"stream-{i / Group % RecoveryStreams}", events.AsMemory(0, (int)Math.Min(Group, records - i))) { Key = key }, cancellationToken).ConfigureAwait(false);
                }
            }

            var start = Stopwatch.GetTimestamp();
            await using var again = await OpenAsync(folder, cancellationToken).ConfigureAwait(false);
            var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
            return new AppendMicroResult { Candidate = "genie, recovery", Group = Group, RecordsPerSecond = Math.Round(records / seconds), Size = size, Records = records, Seconds = Math.Round(seconds, 4) };
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private Task<EmbeddedEventStore> OpenAsync(string folder, CancellationToken cancellationToken) =>
        EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder, SegmentBytes = segmentBytes }, cancellationToken);

    private string Folder() => Directory.CreateDirectory(Path.Combine(parent, $"genie-append-{Guid.NewGuid():N}")).FullName;

    private NewEvent[] Events(int count)
    {
        var random = new Random(1);
        return [.. Enumerable.Range(0, count).Select(_ =>
        {
            var payload = new byte[size];
            random.NextBytes(payload);
            return new NewEvent(EventType, payload);
        })];
    }

    private async Task<AppendMicroResult> MeasureAsync(string candidate, int group, Func<EmbeddedEventStore, CancellationToken, Task> commit, CancellationToken cancellationToken)
    {
        var folder = Folder();
        try
        {
            await using var store = await OpenAsync(folder, cancellationToken).ConfigureAwait(false);
            for (var i = 0; i < WarmUpCommits; i++) await commit(store, cancellationToken).ConfigureAwait(false);
            var before = store.Commits;
            var latency = new LatencyHistogram();
            var start = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(start) < time)
            {
                var began = Stopwatch.GetTimestamp();
                await commit(store, cancellationToken).ConfigureAwait(false);
                latency.Record(LatencyRecorder.ToNanoseconds(Stopwatch.GetTimestamp() - began));
            }

            var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
            return new AppendMicroResult
            {
                Candidate = candidate,
                Group = group,
                RecordsPerSecond = Math.Round(latency.Count * group / seconds, 1),
                CommitsPerSecond = Math.Round((store.Commits - before) / seconds, 1),
                CommitP50Microseconds = Math.Round(latency.ValueAtPercentile(50) / 1e3),
                CommitP99Microseconds = Math.Round(latency.ValueAtPercentile(99) / 1e3),
                Size = size,
                Records = latency.Count * group,
                Seconds = Math.Round(seconds, 3),
            };
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
