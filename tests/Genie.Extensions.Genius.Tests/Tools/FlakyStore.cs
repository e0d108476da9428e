using Genie.Grains.Events;

namespace Genie.Extensions.Genius.Tests.Tools;

/// <summary>A store whose appends fail by chance: before they are written, or after that and before anybody learns of it, as when a process is killed.</summary>
internal sealed class FlakyStore(IEventStore inner, Random random, int oneIn) : IEventStore
{
    public int Failures { get; private set; }

    public async ValueTask<AppendResult> AppendAsync(AppendRequest request, CancellationToken cancellationToken)
    {
        var fate = random.Next(2 * oneIn);
        if (fate == 0) Fail();
        var result = await inner.AppendAsync(request, cancellationToken);
        if (fate == 1) Fail();
        return result;
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

    private void Fail()
    {
        Failures++;
        throw new EventStoreUnavailableException("a test", "it was killed.", isTransient: true);
    }
}
