using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Links;

/// <summary>A frame that waits for room in a <see cref="LinkWriter"/>. Either the writer takes it or its caller cancels it.</summary>
/// <param name="cancelled">Called when its caller has cancelled it.</param>
internal abstract class WaitingFrame(Action<WaitingFrame> cancelled) : ClaimableWait
{
    /// <summary>Its node in the list of those that wait.</summary>
    public LinkedListNode<WaitingFrame>? Node { get; set; }

    public abstract int SizeMax { get; }

    public abstract int Write(Span<byte> destination);

    protected override void OnCancelled() => cancelled(this);
}

/// <inheritdoc/>
internal sealed class WaitingFrame<TFrame>(TFrame frame, Action<WaitingFrame> cancelled) : WaitingFrame(cancelled)
    where TFrame : struct, ILinkFrame
{
    private TFrame _frame = frame;

    public override int SizeMax => _frame.SizeMax;

    public override int Write(Span<byte> destination) => _frame.Write(destination);
}
