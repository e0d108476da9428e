using Genie.Grains.Events;
using Genie.Grains.ReverseGeocoding;

namespace Genie.Benchmarks.Tests.Load.Effects;

/// <summary>A store that now and then forgets an effect, or keeps it twice, so that an audit has something to find.</summary>
internal sealed class FaultyEventStore(IEventStore inner) : IEventStore
{
    private long _appends;

    /// <summary>Every so many appends one effect is forgotten; 0 for never.</summary>
    public int ForgetEvery { get; init; }

    /// <summary>Every so many appends one effect is kept twice; 0 for never.</summary>
    public int DoubleEvery { get; init; }

    public long Forgotten { get; private set; }

    public long Doubled { get; private set; }

    public async ValueTask<AppendResult> AppendAsync(AppendRequest request, CancellationToken cancellationToken)
    {
        var number = Interlocked.Increment(ref _appends);
        if (ForgetEvery > 0 && number % ForgetEvery == 0)
        {
            Forgotten++;
            return await inner.AppendAsync(request with { Events = request.Events.ToArray().Select(each => each with { Type = "Forgotten" }).ToArray() }, cancellationToken);
        }

        if (DoubleEvery > 0 && number % DoubleEvery == 0)
        {
            Doubled++;
            await inner.AppendAsync(request with { Stream = PartyEvents.StreamOf($"double-{number}"), ExpectedVersion = 0 }, cancellationToken);
        }

        return await inner.AppendAsync(request, cancellationToken);
    }

    public ValueTask<AppendResult?> FindAsync(string stream, RequestKey key, CancellationToken cancellationToken) => inner.FindAsync(stream, key, cancellationToken);

    public ValueTask<long> GetVersionAsync(string stream, CancellationToken cancellationToken) => inner.GetVersionAsync(stream, cancellationToken);

    public ValueTask<long> GetPositionAsync(CancellationToken cancellationToken) => inner.GetPositionAsync(cancellationToken);

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(string stream, long fromVersion, CancellationToken cancellationToken) => inner.ReadStreamAsync(stream, fromVersion, cancellationToken);

    public IAsyncEnumerable<RecordedEvent> ReadAllAsync(long afterPosition, CancellationToken cancellationToken) => inner.ReadAllAsync(afterPosition, cancellationToken);

    public IAsyncEnumerable<RecordedEvent> SubscribeAsync(long afterPosition, CancellationToken cancellationToken) => inner.SubscribeAsync(afterPosition, cancellationToken);

    public ValueTask SaveSnapshotAsync(string stream, StreamSnapshot snapshot, CancellationToken cancellationToken) => inner.SaveSnapshotAsync(stream, snapshot, cancellationToken);

    public ValueTask<StreamSnapshot?> LoadSnapshotAsync(string stream, CancellationToken cancellationToken) => inner.LoadSnapshotAsync(stream, cancellationToken);

    public ValueTask SaveCheckpointAsync(string projection, long position, CancellationToken cancellationToken) => inner.SaveCheckpointAsync(projection, position, cancellationToken);

    public ValueTask<long> LoadCheckpointAsync(string projection, CancellationToken cancellationToken) => inner.LoadCheckpointAsync(projection, cancellationToken);

    public ValueTask DisposeAsync() => inner.DisposeAsync();
}
