namespace Genie.Relay.Proxying;

/// <summary>Where a request is written to: what came together goes on together, in one packet, as it is flushed only when nothing more is at hand.</summary>
internal sealed class GatheringStream(Stream inner) : WriteOnlyStream
{
    private bool _isFlushDue;

    /// <summary>Sends what was flushed and not sent yet.</summary>
    public ValueTask SendAsync(CancellationToken cancellationToken)
    {
        if (!_isFlushDue) return ValueTask.CompletedTask;
        _isFlushDue = false;
        return new ValueTask(inner.FlushAsync(cancellationToken));
    }

    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) => inner.WriteAsync(buffer, cancellationToken);

    /// <inheritdoc/>
    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        _isFlushDue = true;
        return Task.CompletedTask;
    }
}
