namespace Genie.Datagrams.Reliability;

/// <summary>Frames in line, linked through themselves.</summary>
internal struct FrameQueue
{
    private OutgoingFrame? _last;

    public OutgoingFrame? First { get; private set; }

    public readonly bool IsEmpty => First is null;

    public void Add(OutgoingFrame frame)
    {
        frame.Next = null;
        if (_last is null) First = frame;
        else _last.Next = frame;
        _last = frame;
    }

    public OutgoingFrame Take()
    {
        var frame = First!;
        First = frame.Next;
        if (First is null) _last = null;
        frame.Next = null;
        return frame;
    }
}
