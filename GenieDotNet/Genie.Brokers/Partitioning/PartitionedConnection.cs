namespace Genie.Brokers.Partitioning;

/// <summary>One connection to each partition of a channel.</summary>
internal sealed class PartitionedConnection(IBrokerConnection[] partitions, PartitionKey key) : IBrokerConnection
{
    // FNV-1a of 64 bits (Fowler, Noll, Vo): the same on every machine and in every version of .NET, unlike string hashes.
    private const ulong OffsetBasis = 14695981039346656037;
    private const ulong Prime = 1099511628211;

    /// <inheritdoc/>
    public long LateReplies => partitions.Sum(partition => partition.LateReplies);

    /// <inheritdoc/>
    public ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => Of(message.Span).SendAsync(message, cancellationToken);

    /// <inheritdoc/>
    public ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => Of(message.Span).RequestAsync(message, cancellationToken);

    /// <summary>Flushes every partition, also where one fails; that one's error is told then.</summary>
    public async ValueTask FlushAsync(CancellationToken cancellationToken) =>
        await Task.WhenAll(partitions.Select(partition => partition.FlushAsync(cancellationToken).AsTask())).ConfigureAwait(false);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var partition in partitions) await partition.DisposeAsync().ConfigureAwait(false);
    }

    private IBrokerConnection Of(ReadOnlySpan<byte> message)
    {
        var hash = OffsetBasis;
        foreach (var each in key(message)) hash = (hash ^ each) * Prime;
        return partitions[hash % (ulong)partitions.Length];
    }
}
