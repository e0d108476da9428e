using System.Buffers;
using System.Buffers.Binary;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>
/// Takes frames off the stream: total size, command size (big-endian, four bytes each), the command, and for messages what
/// follows it. See "Framing" of https://pulsar.apache.org/docs/4.0.x/developing-binary-protocol/.
/// </summary>
internal sealed class PulsarFrameParser
{
    /// <summary>What a broker adds to the largest message: sizes, command, metadata.</summary>
    public const int PaddingBytes = 64 * 1024;

    private const int SizeBytes = 4;
    private const int CommandBytesMax = 1 << 20;
    private byte[] _command = new byte[256];

    /// <summary>Largest message as the broker announced; before that, one of its usual answers.</summary>
    public int MessageBytesMax { get; set; } = 5 << 20;

    /// <summary>Takes one whole frame off the front of the buffer; false if there is none yet.</summary>
    /// <exception cref="BrokerProtocolException">This is not Pulsar.</exception>
    public bool TryRead(ref ReadOnlySequence<byte> buffer, out PulsarFrame frame)
    {
        frame = default;
        if (buffer.Length < 2 * SizeBytes) return false;
        Span<byte> sizes = stackalloc byte[2 * SizeBytes];
        buffer.Slice(0, sizes.Length).CopyTo(sizes);
        var total = BinaryPrimitives.ReadUInt32BigEndian(sizes);
        var command = BinaryPrimitives.ReadUInt32BigEndian(sizes[SizeBytes..]);
        if (total > (uint)MessageBytesMax + PaddingBytes || command > CommandBytesMax || (ulong)command + SizeBytes > total)
            throw new BrokerProtocolException(PulsarDrivers.Broker, $"a frame of {total} bytes with a command of {command}");
        if (buffer.Length < SizeBytes + total) return false;
        frame.Command = Contiguous(buffer.Slice(sizes.Length, command));
        frame.Type = TypeOf(frame.Command);
        frame.Rest = buffer.Slice(sizes.Length + command, total - SizeBytes - command);
        buffer = buffer.Slice(SizeBytes + (long)total);
        return true;
    }

    private static BaseCommand.Types.Type TypeOf(ReadOnlySpan<byte> command)
    {
        var reader = new ProtoReader(command);
        return reader.TryRead() && reader.Field == BaseCommand.TypeFieldNumber && reader.Number <= int.MaxValue
            ? (BaseCommand.Types.Type)reader.Number
            : throw new BrokerProtocolException(PulsarDrivers.Broker, "a command that does not begin with its type");
    }

    private ReadOnlySpan<byte> Contiguous(ReadOnlySequence<byte> bytes)
    {
        if (bytes.IsSingleSegment) return bytes.FirstSpan;
        var length = (int)bytes.Length;
        if (_command.Length < length) _command = new byte[length];
        bytes.CopyTo(_command);
        return _command.AsSpan(0, length);
    }
}
