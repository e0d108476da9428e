using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Reliability;

/// <summary>
/// A message of which some fragments have arrived, in any order. They are kept one after the other as they come, so that a message takes room as it
/// arrives and not as it is announced, and one that arrives in order is not copied again. Used again for others.
/// </summary>
internal sealed class PartialMessage
{
    private int[] _indices = new int[8];
    private byte[] _buffer = [];
    private int _received;
    private int _lastBytes;
    private bool _isInOrder;

    public DeliveryMode Mode { get; private set; }

    public byte Channel { get; private set; }

    public bool IsCompressed { get; private set; }

    public long First { get; private set; }

    public int Count { get; private set; }

    /// <summary>When its first fragment came, microseconds of the endpoint's clock.</summary>
    public long StartedAt { get; private set; }

    public bool IsComplete => _received == Count;

    public bool IsEmpty => _received == 0;

    public int Bytes => ((Count - 1) * PacketFormat.FragmentBytes) + _lastBytes;

    /// <summary>The number after the last of its frames, of reliable ones.</summary>
    public long End => First + Count;

    public void Start(in IncomingFrame frame, long first, long now)
    {
        (Mode, Channel, First, Count, IsCompressed, StartedAt) = (frame.Mode, frame.Channel, first, frame.Count, frame.IsCompressed, now);
        (_received, _lastBytes, _isInOrder) = (0, 0, true);
    }

    /// <summary>True if a fragment is one of this message.</summary>
    public bool Fits(in IncomingFrame frame) => Count == frame.Count && IsCompressed == frame.IsCompressed;

    public bool Has(int index) => Array.IndexOf(_indices, index, 0, _received) >= 0;

    /// <summary>Takes a fragment that has not come before.</summary>
    /// <param name="frame">The fragment.</param>
    /// <param name="budget">Where the room comes from.</param>
    /// <param name="isNext">True if it must be taken: see <see cref="ReassemblyBudget.TryRent"/>.</param>
    /// <returns>False if there is no room.</returns>
    public bool TryAdd(in IncomingFrame frame, ReassemblyBudget budget, bool isNext)
    {
        if (!TryGrow(budget, isNext)) return false;
        frame.Payload.CopyTo(_buffer.AsSpan(_received * PacketFormat.FragmentBytes));
        if (frame.Index == Count - 1) _lastBytes = frame.Payload.Length;
        if (frame.Index != _received) _isInOrder = false;
        if (_received == _indices.Length) Array.Resize(ref _indices, 2 * _received);
        _indices[_received++] = frame.Index;
        return true;
    }

    /// <summary>The buffer that begins with the complete message. It is the caller's to return.</summary>
    public byte[] Take(ReassemblyBudget budget)
    {
        var arrived = TakeBuffer();
        if (_isInOrder) return arrived;
        var ordered = budget.TryRent(Bytes, isNext: true)!;
        for (var i = 0; i < _received; i++)
        {
            var length = _indices[i] == Count - 1 ? _lastBytes : PacketFormat.FragmentBytes;
            arrived.AsSpan(i * PacketFormat.FragmentBytes, length).CopyTo(ordered.AsSpan(_indices[i] * PacketFormat.FragmentBytes));
        }

        budget.Return(arrived);
        return ordered;
    }

    public byte[] TakeBuffer()
    {
        var buffer = _buffer;
        _buffer = [];
        return buffer;
    }

    private bool TryGrow(ReassemblyBudget budget, bool isNext)
    {
        var needed = (_received + 1) * PacketFormat.FragmentBytes;
        if (_buffer.Length >= needed) return true;
        var doubled = Math.Min(2L * _buffer.Length, (long)Count * PacketFormat.FragmentBytes);
        if ((budget.TryRent((int)Math.Clamp(doubled, needed, Array.MaxLength)) ?? budget.TryRent(needed, isNext)) is not { } larger) return false;
        _buffer.AsSpan(0, _received * PacketFormat.FragmentBytes).CopyTo(larger);
        budget.Return(_buffer);
        _buffer = larger;
        return true;
    }
}
