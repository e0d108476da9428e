namespace Genie.Faults;

/// <summary>The fault of now; whoever must wait while it lasts is woken by each change.</summary>
internal sealed class FaultState
{
    private Snapshot _current = new(TcpFault.None, FaultDirections.None);

    /// <summary>Which fault it is, whatever its directions.</summary>
    public TcpFault Fault => Volatile.Read(ref _current).Fault;

    /// <summary>Begins a fault, or ends it with <see cref="TcpFault.None"/>.</summary>
    public void Set(TcpFault fault, FaultDirections directions) => Interlocked.Exchange(ref _current, new Snapshot(fault, directions)).Changed.TrySetResult();

    /// <summary>True if a direction has this fault.</summary>
    public bool Has(TcpFault fault, FaultDirections direction) => Volatile.Read(ref _current).Has(fault, direction);

    /// <summary>Waits while a direction has this fault.</summary>
    public async ValueTask WaitWhileAsync(TcpFault fault, FaultDirections direction, CancellationToken cancellationToken)
    {
        for (var now = Volatile.Read(ref _current); now.Has(fault, direction); now = Volatile.Read(ref _current))
        {
            await now.Changed.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    private sealed class Snapshot(TcpFault fault, FaultDirections directions)
    {
        public TcpFault Fault => fault;

        public TaskCompletionSource Changed { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public bool Has(TcpFault asked, FaultDirections direction) => fault == asked && (directions & direction) != 0;
    }
}
