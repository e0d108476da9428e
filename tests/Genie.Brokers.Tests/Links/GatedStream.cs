namespace Genie.Brokers.Tests.Links;

/// <summary>A stream that takes a write only when it is let through, so that a test decides when a flush is under way.</summary>
internal sealed class GatedStream : MemoryStream
{
    private readonly SemaphoreSlim _gate = new(0);

    public SemaphoreSlim Entered { get; } = new(0);

    public Exception? Failure { get; set; }

    public void Open(int writes = 1) => _gate.Release(writes);

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Entered.Release();
        await _gate.WaitAsync(cancellationToken);
        if (Failure is not null) throw Failure;
        Write(buffer.Span);
    }

    protected override void Dispose(bool disposing)
    {
        _gate.Dispose();
        Entered.Dispose();
        base.Dispose(disposing);
    }
}
