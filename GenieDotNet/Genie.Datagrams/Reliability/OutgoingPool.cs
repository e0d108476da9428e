using Genie.Datagrams.Memory;

namespace Genie.Datagrams.Reliability;

/// <summary>The messages and frames of an endpoint that are not in use. Messages may be taken by any thread, frames only under the endpoint's lock.</summary>
internal sealed class OutgoingPool
{
    private const int KeptFrames = 65_536;

    private readonly Lock _messageLock = new();
    private readonly BlockPool _blocks = new();
    private OutgoingMessage? _messages;
    private OutgoingFrame? _frames;
    private int _keptFrames;
    private int _keptMessages;

    /// <summary>Bytes of the buffers that are kept.</summary>
    public long KeptBytes
    {
        get
        {
            lock (_messageLock) return _blocks.KeptBytes;
        }
    }

    public OutgoingMessage RentMessage(ReadOnlySpan<byte> bytes)
    {
        OutgoingMessage? message;
        lock (_messageLock)
        {
            message = _messages;
            if (message is null) message = new OutgoingMessage();
            else (_messages, _keptMessages) = (message.Next, _keptMessages - 1);
            message.Buffer = _blocks.Rent(bytes.Length);
        }

        message.Next = null;
        message.IsLost = false;
        message.Length = bytes.Length;
        bytes.CopyTo(message.Buffer);
        return message;
    }

    public void Return(OutgoingMessage message)
    {
        message.Connection = null;
        lock (_messageLock)
        {
            _blocks.Return(message.Buffer);
            message.Buffer = [];
            if (_keptMessages >= KeptFrames) return;
            message.Next = _messages;
            _messages = message;
            _keptMessages++;
        }
    }

    public OutgoingFrame RentFrame(OutgoingMessage message, long number, int index, int count)
    {
        var frame = _frames ?? new OutgoingFrame();
        if (_frames is not null) (_frames, _keptFrames) = (_frames.Next, _keptFrames - 1);
        frame.Message = message;
        frame.Number = number;
        frame.Index = index;
        frame.Count = count;
        frame.Next = null;
        return frame;
    }

    public void Return(OutgoingFrame frame)
    {
        frame.Message = null!;
        if (_keptFrames >= KeptFrames) return;
        frame.Next = _frames;
        _frames = frame;
        _keptFrames++;
    }
}
