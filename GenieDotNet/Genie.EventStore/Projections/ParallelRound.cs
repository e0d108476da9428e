namespace Genie.EventStore.Projections;

/// <summary>Some events in a row, handled several streams at once and each stream in its order.</summary>
internal sealed class ParallelRound(int parallelism, Func<RecordedEvent, CancellationToken, ValueTask> handler)
{
    private readonly List<RecordedEvent>[] _lanes = [.. Enumerable.Range(0, parallelism).Select(_ => new List<RecordedEvent>())];

    /// <summary>The position of the last event that was added.</summary>
    public long Last { get; private set; }

    public void Add(RecordedEvent recorded)
    {
        _lanes[StreamPartition.Of(recorded.Stream, parallelism)].Add(recorded);
        Last = recorded.Position;
    }

    /// <summary>Handles what was added, and is empty then, also where a handler fails.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            await Parallel.ForEachAsync(_lanes, new ParallelOptions { MaxDegreeOfParallelism = parallelism, CancellationToken = cancellationToken }, RunLaneAsync).ConfigureAwait(false);
        }
        finally
        {
            foreach (var lane in _lanes) lane.Clear();
        }
    }

    private async ValueTask RunLaneAsync(List<RecordedEvent> lane, CancellationToken cancellationToken)
    {
        foreach (var each in lane)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await handler(each, cancellationToken).ConfigureAwait(false);
        }
    }
}
