namespace Genie.Brokers.Links;

/// <summary>A frame that waits for room in a <see cref="LinkWriter"/>. Either the writer takes it or its caller cancels it.</summary>
internal abstract class WaitingFrame() : TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)
{
    private int _claimed;

    public abstract int SizeMax { get; }

    public abstract int Write(Span<byte> destination);

    /// <summary>True for the one who decides the frame's fate.</summary>
    public bool TryClaim() => Interlocked.Exchange(ref _claimed, 1) == 0;

    public ValueTask WaitAsync(CancellationToken cancellationToken) =>
        cancellationToken.CanBeCanceled ? new ValueTask(WaitCancellableAsync(cancellationToken)) : new ValueTask(Task);

    private async Task WaitCancellableAsync(CancellationToken cancellationToken)
    {
        await using var registration = cancellationToken.UnsafeRegister(
            static (state, token) =>
            {
                var frame = (WaitingFrame)state!;
                if (frame.TryClaim()) frame.TrySetCanceled(token);
            },
            this).ConfigureAwait(false);
        await Task.ConfigureAwait(false);
    }
}

/// <inheritdoc/>
internal sealed class WaitingFrame<TFrame>(TFrame frame) : WaitingFrame
    where TFrame : struct, ILinkFrame
{
    private TFrame _frame = frame;

    public override int SizeMax => _frame.SizeMax;

    public override int Write(Span<byte> destination) => _frame.Write(destination);
}
