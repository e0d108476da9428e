using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Links;

/// <summary>A frame that waits for room in a <see cref="LinkWriter"/>. Either the writer takes it or its caller cancels it.</summary>
internal abstract class WaitingFrame : ClaimableWait
{
    public abstract int SizeMax { get; }

    public abstract int Write(Span<byte> destination);
}

/// <inheritdoc/>
internal sealed class WaitingFrame<TFrame>(TFrame frame) : WaitingFrame
    where TFrame : struct, ILinkFrame
{
    private TFrame _frame = frame;

    public override int SizeMax => _frame.SizeMax;

    public override int Write(Span<byte> destination) => _frame.Write(destination);
}
