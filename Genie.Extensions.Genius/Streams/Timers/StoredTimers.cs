using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>
/// Keeps the timers that are set in the store, in parts of bounded size: those in memory, so that a start reads only what came since, and pages of those that are too many
/// for memory. One process does it; another that does too, as one that was halted and goes on, ends one of them by a <see cref="VersionConflictException"/>.
/// </summary>
/// <param name="store">The store.</param>
/// <param name="index">The timers in memory.</param>
internal sealed class StoredTimers(IEventStore store, TimerIndex index)
{
    /// <summary>The stream of saves, and the checkpoint that keeps compaction from events that were not taken in yet.</summary>
    public const string Stream = "genius/timers";

    private const string SaveEventType = "TimersSaved";
    private const string PageEventType = "TimersPaged";
    private const int PartTimersMax = 2_000;
    private const int PageTimersMax = 10_000;
    private const int ReadsAtOnceMax = 64;

    private long _version;

    /// <summary>Takes on what was saved last. From now on compaction leaves what came since.</summary>
    public async Task LoadAsync(CancellationToken cancellationToken)
    {
        _version = (await store.LoadSnapshotAsync(Stream, cancellationToken).ConfigureAwait(false))?.Version ?? 0;
        var (saves, newest) = (new Dictionary<ulong, List<TimersSaved>>(), (List<TimersSaved>?)null);
        await foreach (var each in store.ReadStreamAsync(Stream, _version + 1, cancellationToken).ConfigureAwait(false))
        {
            _version = each.Version;
            var part = TimersSaved.Parser.ParseFrom(each.Payload.Span);
            if (!saves.TryGetValue(part.Save, out var parts)) saves.Add(part.Save, parts = []);
            parts.Add(part);
            if (part.IsLast && part.Position >= (newest?[0].Position ?? 0)) newest = parts;
        }

        if (newest is not null) index.Load(newest[0].Position, newest.SelectMany(part => part.Timers), newest[^1].Pages, Math.Max(newest[^1].NextPage, 1));
        await RemoveOrphansAsync(cancellationToken).ConfigureAwait(false);
        await store.SaveCheckpointAsync(Stream, index.Position, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Saves the timers in memory, and which pages there are.</summary>
    /// <exception cref="VersionConflictException">Another process saves them, too.</exception>
    public async Task SaveAsync(CancellationToken cancellationToken)
    {
        var saved = index.Save();
        var (save, first) = ((ulong)Random.Shared.NextInt64(), _version);
        for (var offset = 0; offset == 0 || offset < saved.Timers.Count; offset += PartTimersMax)
        {
            var part = new TimersSaved { Save = save, Position = saved.Position, IsLast = offset + PartTimersMax >= saved.Timers.Count };
            part.Timers.AddRange(saved.Timers.Skip(offset).Take(PartTimersMax));
            if (part.IsLast)
            {
                part.NextPage = saved.NextPage;
                part.Pages.AddRange(saved.Pages);
            }

            NewEvent[] events = [new(SaveEventType, part.ToByteArray())];
            _version = (await store.AppendAsync(new AppendRequest(Stream, events) { ExpectedVersion = _version }, cancellationToken).ConfigureAwait(false)).LastVersion;
        }

        if (first > 0) await store.SaveSnapshotAsync(Stream, new StreamSnapshot(first, default), cancellationToken).ConfigureAwait(false);
        await store.SaveCheckpointAsync(Stream, saved.Position, cancellationToken).ConfigureAwait(false);
        foreach (var each in saved.LoadedPages)
        {
            await DeleteAsync(each.Number, cancellationToken).ConfigureAwait(false);
            index.Remove(each);
        }
    }

    /// <summary>Writes timers that are far from firing to pages where memory holds more than it may, and saves the others.</summary>
    public async Task SpillAsync(DateTimeOffset now, CancellationToken cancellationToken)
    {
        if (!index.IsFull) return;
        var spilled = index.TakeFar(now.UtcTicks);
        if (spilled.Count == 0) return;
        foreach (var definition in spilled.GroupBy(static each => (each.Timer.Kind, each.Timer.Name)))
        {
            foreach (var timers in definition.OrderBy(static each => each.RecordedTicks).Chunk(PageTimersMax))
            {
                var page = new TimerPage { Number = index.NextPage, Kind = definition.Key.Kind, Name = definition.Key.Name, FirstTicks = timers[0].RecordedTicks };
                await WriteAsync(page, timers, cancellationToken).ConfigureAwait(false);
                index.Spill(timers, page);
            }
        }

        await SaveAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Takes a page's timers into memory again, as their keys are by now.</summary>
    public async Task LoadAsync(TimerPage page, CancellationToken cancellationToken)
    {
        await foreach (var part in store.ReadStreamAsync(StreamOf(page.Number), 1, cancellationToken).ConfigureAwait(false))
        {
            var entries = index.BeginLoad(TimersPaged.Parser.ParseFrom(part.Payload.Span).Timers);
            var options = new ParallelOptions { MaxDegreeOfParallelism = ReadsAtOnceMax, CancellationToken = cancellationToken };
            await Parallel.ForEachAsync(entries, options, async (entry, token) =>
            {
                var (version, arrivedTicks) = await ReadLastAsync(entry.Stream, token).ConfigureAwait(false);
                index.EndLoad(entry, version, arrivedTicks);
            }).ConfigureAwait(false);
        }

        index.EndLoad(page);
    }

    private static string StreamOf(long number) => FormattableString.Invariant($"{Stream}/{number}");

    private async Task WriteAsync(TimerPage page, TimerEntry[] timers, CancellationToken cancellationToken)
    {
        foreach (var each in timers.Chunk(PartTimersMax))
        {
            var part = new TimersPaged();
            part.Timers.AddRange(each.Select(static entry => entry.ToMessage()));
            NewEvent[] events = [new(PageEventType, part.ToByteArray())];
            await store.AppendAsync(new AppendRequest(StreamOf(page.Number), events), cancellationToken).ConfigureAwait(false);
        }
    }

    // What a key's stream ends with may be no input; then the key counts as idle from a little later on.
    private async ValueTask<(long Version, long ArrivedTicks)> ReadLastAsync(string stream, CancellationToken cancellationToken)
    {
        var (version, arrivedTicks) = (await store.GetVersionAsync(stream, cancellationToken).ConfigureAwait(false), 0L);
        if (version == 0) return default;
        try
        {
            await foreach (var each in store.ReadStreamAsync(stream, version, cancellationToken).ConfigureAwait(false)) (version, arrivedTicks) = (each.Version, each.RecordedAt.UtcTicks);
        }
        catch (EventsCompactedException)
        {
            // All of it is in the snapshot.
        }

        return (version, arrivedTicks);
    }

    // Pages that were written before the save that would have named them: their timers are in memory, or come again.
    private async Task RemoveOrphansAsync(CancellationToken cancellationToken)
    {
        for (var number = index.NextPage; await DeleteAsync(number, cancellationToken).ConfigureAwait(false);) number++;
    }

    private async Task<bool> DeleteAsync(long number, CancellationToken cancellationToken)
    {
        var version = await store.GetVersionAsync(StreamOf(number), cancellationToken).ConfigureAwait(false);
        if (version > 0) await store.DeleteStreamAsync(StreamOf(number), version, cancellationToken).ConfigureAwait(false);
        return version > 0;
    }
}
