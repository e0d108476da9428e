using System.Buffers;

namespace Genie.Brokers.ZeroMQ.Wire.Protocol;

/// <summary>
/// A message of one to three frames as this driver exchanges them, or a command. Requests and one-way messages have
/// three: correlation (empty: no answer is awaited), channel, payload. Answers have two: correlation and envelope; an
/// answer of one frame says that nobody listens on the channel.
/// </summary>
internal readonly struct ZmtpMessage
{
    /// <summary>Frames in one message at most.</summary>
    public const int FramesMax = 3;

    /// <summary>What a foreign client must send, for those who read the error.</summary>
    public const string Shape = "a listener takes three: a correlation of 8 bytes, or none, the channel's name, and the payload";

    private const int CommandBytesMax = 64 * 1024;
    private const int RoutingFrameBytesMax = 1024;

    private ZmtpMessage(int frames, ReadOnlySequence<byte> first, ReadOnlySequence<byte> second, ReadOnlySequence<byte> third)
    {
        Frames = frames;
        First = first;
        Second = second;
        Third = third;
    }

    /// <summary>How many frames; 0 for a command, whose body is <see cref="First"/>.</summary>
    public int Frames { get; }

    public bool IsCommand => Frames == 0;

    public ReadOnlySequence<byte> First { get; }

    public ReadOnlySequence<byte> Second { get; }

    public ReadOnlySequence<byte> Third { get; }

    /// <summary>Takes a whole message from the start of <paramref name="buffer"/>; false, and nothing is taken, if its end is not there yet.</summary>
    /// <exception cref="BrokerException">Not a message of this driver's shape, or larger than <paramref name="payloadBytesMax"/>.</exception>
    public static bool TryTake(ref ReadOnlySequence<byte> buffer, long payloadBytesMax, out ZmtpMessage message)
    {
        message = default;
        if (!TryTakeFrame(buffer, CommandBytesMax, payloadBytesMax, out var flags, out var first, out var rest)) return false;
        if ((flags & ZmtpFlags.Command) != 0)
        {
            message = new ZmtpMessage(0, first, default, default);
            buffer = rest;
            return true;
        }

        var frames = 1;
        ReadOnlySequence<byte> second = default, third = default;
        if ((flags & ZmtpFlags.More) != 0)
        {
            if (!TryTakeFrame(rest, RoutingFrameBytesMax, payloadBytesMax, out flags, out second, out rest)) return false;
            frames = 2;
        }

        if (frames == 2 && (flags & ZmtpFlags.More) != 0)
        {
            if (!TryTakeFrame(rest, RoutingFrameBytesMax, payloadBytesMax, out flags, out third, out rest)) return false;
            frames = 3;
            if ((flags & ZmtpFlags.More) != 0) throw new BrokerException($"zeromq: a message of more than {FramesMax} frames; {Shape}.", isTransient: true);
        }

        message = new ZmtpMessage(frames, first, second, third);
        buffer = rest;
        return true;
    }

    // By value: what is read and what is left are the same variable of the caller's.
    private static bool TryTakeFrame(
        ReadOnlySequence<byte> buffer, long routingBytesMax, long payloadBytesMax, out byte flags, out ReadOnlySequence<byte> body, out ReadOnlySequence<byte> rest)
    {
        rest = default;

        // Only a last frame may be as large as a payload; what comes before it is routing.
        var isLast = buffer.FirstSpan.Length > 0 && (buffer.FirstSpan[0] & (ZmtpFlags.More | ZmtpFlags.Command)) == 0;
        if (!ZmtpFrame.TryRead(buffer, isLast ? payloadBytesMax : routingBytesMax, out flags, out body)) return false;
        rest = buffer.Slice(body.End);
        return true;
    }
}
