using Genie.EventStore.Embedded;

namespace Genie.EventStore.Tests.Embedded.Faults;

/// <summary>What the store serves, compared with the model.</summary>
internal sealed partial class StoreSimulation
{
    private void Verify()
    {
        foreach (var stream in _streams) VerifyStream(stream);
        foreach (var (key, (append, first)) in _keys)
        {
            var found = _store.FindAsync(append.Stream.Name, key, CancellationToken.None).AsTask().Result;
            Check(found == first with { IsRepeat = true }, $"key {key} is known as {found}, was {first}");
        }

        var checkpoint = _store.LoadCheckpointAsync("projection", CancellationToken.None).AsTask().Result;
        Check(checkpoint == _checkpoint || checkpoint == _checkpointInDoubt, $"the checkpoint is {checkpoint}, was {_checkpoint}");
        _checkpoint = checkpoint;
        VerifyOrder();
    }

    private void VerifyStream(ModelStream stream)
    {
        AdoptStart(stream);
        var version = _store.GetVersionAsync(stream.Name, CancellationToken.None).AsTask().Result;
        if (stream.IsDeletionInDoubt && version == 0 && stream.Version > 0)
        {
            stream.Delete();
            Counts.UnconfirmedDeletionsKept++;
        }

        stream.IsDeletionInDoubt = false;
        var snapshot = _store.LoadSnapshotAsync(stream.Name, CancellationToken.None).AsTask().Result;
        var snapshotVersion = snapshot?.Version ?? 0;
        Check(snapshotVersion == stream.SnapshotVersion || stream.SnapshotsInDoubt.Contains(snapshotVersion), $"'{stream.Name}' has a snapshot of {snapshotVersion}, was {stream.SnapshotVersion}");
        stream.SnapshotVersion = snapshotVersion;
        stream.SnapshotsInDoubt.Clear();
        if (snapshot is not null) Check(snapshot.State.Span.SequenceEqual(SnapshotState(stream, snapshotVersion)), "a snapshot's state is another");
        var (first, events) = ReadStream(stream);
        Check(first > stream.DeletedVersion || events.Count == 0, $"'{stream.Name}' begins at {first}, but was deleted up to {stream.DeletedVersion}");
        Check(first <= Math.Max(snapshotVersion, stream.DeletedVersion) + 1, $"'{stream.Name}' begins at {first}, but its snapshot ends at {snapshotVersion}");
        Check(version >= stream.Version, $"'{stream.Name}' lost confirmed events: {version} of {stream.Version} are there");
        for (var i = 0; i < events.Count; i++)
        {
            Check(events[i].Version == first + i, "a stream's versions have a gap");
            if (first - 1 + i < stream.Confirmed.Count) Check(events[i].Payload.Span.SequenceEqual(stream.Confirmed[(int)first - 1 + i]), "a confirmed event is another");
        }

        AdoptInDoubt(stream, [.. events.Where(each => each.Version > stream.Confirmed.Count)]);
    }

    private void AdoptStart(ModelStream stream)
    {
        if (stream.StartInDoubt is { } start && _store.ListStreams().FirstOrDefault(each => each.Name == stream.Name) is { Version: > 0 } listed)
        {
            Check(listed == new EmbeddedStreamSummary(stream.Name, start.Version + 1, start.Version, !start.HasState), $"a start in doubt became {listed}");
            stream.Start(start.Version, start.HasState);
            Counts.UnconfirmedStartsKept++;
        }

        stream.StartInDoubt = null;
    }

    /// <summary>Of appends whose fate was unknown each is there whole or not at all, and none before an earlier one.</summary>
    private void AdoptInDoubt(ModelStream stream, RecordedEvent[] rest)
    {
        foreach (var append in stream.InDoubt)
        {
            if (rest.Length == 0) break;
            Check(rest.Length >= append.Payloads.Length, "half an append is served");
            for (var i = 0; i < append.Payloads.Length; i++) Check(rest[i].Payload.Span.SequenceEqual(append.Payloads[i]), "an event is served that nobody appended");
            var result = new AppendResult(rest[0].Version, rest[append.Payloads.Length - 1].Version, rest[append.Payloads.Length - 1].Position, false);
            stream.Confirmed.AddRange(append.Payloads);
            if (append.Key is { } key) _keys.Add(key, (append, result));
            rest = rest[append.Payloads.Length..];
            Counts.UnconfirmedKept++;
        }

        Check(rest.Length == 0, "more events are served than were appended");
        stream.InDoubt.Clear();
    }

    private (long First, List<RecordedEvent> Events) ReadStream(ModelStream stream)
    {
        try
        {
            var events = Read(_store.ReadStreamAsync(stream.Name, 1, CancellationToken.None));
            return (events.Count > 0 ? events[0].Version : 1, events);
        }
        catch (EventsCompactedException error)
        {
            Counts.CompactedReads++;
            return (error.FirstVersion, Read(_store.ReadStreamAsync(stream.Name, error.FirstVersion, CancellationToken.None)));
        }
    }

    private void VerifyOrder()
    {
        var after = _random.Next(4) == 0 ? 0 : _random.Next(20);
        long position = after, events = 0;
        foreach (var each in Read(_store.ReadAllAsync(after, CancellationToken.None)))
        {
            Check(each.Position > position, "positions do not grow");
            position = each.Position;
            var stream = _streams.Single(stream => stream.Name == each.Stream);
            Check(each.Version > stream.DeletedVersion, "the global order has an event that was deleted");
            Check(each.Payload.Span.SequenceEqual(stream.Confirmed[(int)each.Version - 1]), "the global order has another event");
            events++;
        }

        if (after == 0) Check(events == _streams.Sum(stream => ReadStream(stream).Events.Count), "the global order lacks events");
    }

    private static List<RecordedEvent> Read(IAsyncEnumerable<RecordedEvent> events) => events.ToBlockingEnumerable().ToList();

    private static byte[] SnapshotState(ModelStream stream, long version) => [.. stream.Confirmed[(int)version - 1].Reverse()];

    private void Check(bool isTrue, string otherwise)
    {
        if (!isTrue) throw new InvalidOperationException($"Seed {seed}: {otherwise}.");
    }
}
