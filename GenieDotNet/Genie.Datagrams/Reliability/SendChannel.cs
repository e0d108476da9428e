namespace Genie.Datagrams.Reliability;

/// <summary>The reliable frames of one channel at their sender: those that wait, and the window of those under way.</summary>
internal sealed class SendChannel
{
    private readonly FrameWindow _acknowledged = new();
    private FrameQueue _waiting;
    private long _next;

    /// <summary>True while the channel stands in the connection's round of channels.</summary>
    public bool IsListed { get; set; }

    /// <summary>The next channel in the round.</summary>
    public SendChannel? Next { get; set; }

    public bool HasWaiting => !_waiting.IsEmpty;

    /// <summary>True if the first waiting frame is within what the receiver keeps.</summary>
    public bool CanSend => _waiting.First is { } first && first.Number < _acknowledged.End;

    public OutgoingFrame First => _waiting.First!;

    public long TakeNumber() => _next++;

    public void Add(OutgoingFrame frame) => _waiting.Add(frame);

    public OutgoingFrame Take() => _waiting.Take();

    /// <summary>A frame has arrived.</summary>
    public void OnAcknowledged(long number)
    {
        if (!_acknowledged.Contains(number)) _acknowledged.Add(number);
    }
}
