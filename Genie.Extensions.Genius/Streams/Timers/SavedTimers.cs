using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>Keeps the timers that are set in the store, in parts of bounded size, so that a start reads only what came since.</summary>
internal static class SavedTimers
{
    /// <summary>The stream, and the checkpoint that keeps compaction from events that were not taken in yet.</summary>
    public const string Stream = "genius/timers";

    private const string EventType = "TimersSaved";
    private const int PartTimersMax = 2_000;

    /// <summary>Takes on what was saved last. From now on compaction leaves what came since.</summary>
    public static async Task LoadAsync(IEventStore store, TimerIndex index, CancellationToken cancellationToken)
    {
        var from = (await store.LoadSnapshotAsync(Stream, cancellationToken).ConfigureAwait(false))?.Version ?? 0;
        var (saves, newest) = (new Dictionary<ulong, List<TimersSaved>>(), (List<TimersSaved>?)null);
        await foreach (var each in store.ReadStreamAsync(Stream, from + 1, cancellationToken).ConfigureAwait(false))
        {
            var part = TimersSaved.Parser.ParseFrom(each.Payload.Span);
            if (!saves.TryGetValue(part.Save, out var parts)) saves.Add(part.Save, parts = []);
            parts.Add(part);
            if (part.IsLast && part.Position >= (newest?[0].Position ?? 0)) newest = parts;
        }

        if (newest is not null) index.Load(newest[0].Position, newest.SelectMany(part => part.Timers));
        await store.SaveCheckpointAsync(Stream, index.Position, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Saves the timers that are set.</summary>
    public static async Task SaveAsync(IEventStore store, TimerIndex index, CancellationToken cancellationToken)
    {
        var (position, timers) = index.Save();
        var (save, first) = ((ulong)Random.Shared.NextInt64(), 0L);
        for (var offset = 0; offset == 0 || offset < timers.Count; offset += PartTimersMax)
        {
            var part = new TimersSaved { Save = save, Position = position, IsLast = offset + PartTimersMax >= timers.Count };
            part.Timers.AddRange(timers.Skip(offset).Take(PartTimersMax));
            NewEvent[] events = [new(EventType, part.ToByteArray())];
            var result = await store.AppendAsync(new AppendRequest(Stream, events), cancellationToken).ConfigureAwait(false);
            if (offset == 0) first = result.FirstVersion;
        }

        if (first > 1) await store.SaveSnapshotAsync(Stream, new StreamSnapshot(first - 1, default), cancellationToken).ConfigureAwait(false);
        await store.SaveCheckpointAsync(Stream, position, cancellationToken).ConfigureAwait(false);
    }
}
