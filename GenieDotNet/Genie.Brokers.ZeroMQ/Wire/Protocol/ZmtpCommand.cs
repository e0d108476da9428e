using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace Genie.Brokers.ZeroMQ.Wire.Protocol;

/// <summary>A command: a name of up to 255 bytes, then data (ZMTP 3.1, "Commands").</summary>
/// <param name="Name"><c>READY</c>, <c>ERROR</c>, <c>PING</c>, …</param>
/// <param name="Data">What follows the name.</param>
internal sealed record ZmtpCommand(string Name, byte[] Data)
{
    public const string Ready = "READY";
    public const string Error = "ERROR";
    public const string Ping = "PING";
    public const string Pong = "PONG";
    public const string Hello = "HELLO";
    public const string Welcome = "WELCOME";
    public const string Initiate = "INITIATE";

    public static ZmtpCommand Parse(in ReadOnlySequence<byte> body)
    {
        var bytes = body.ToArray();
        if (bytes.Length == 0 || bytes.Length < 1 + bytes[0]) throw new BrokerException("zeromq: a command without its name: the peer does not speak ZMTP 3.", isTransient: true);
        return new ZmtpCommand(Encoding.ASCII.GetString(bytes, 1, bytes[0]), bytes[(1 + bytes[0])..]);
    }

    /// <summary>The command as a frame.</summary>
    public byte[] ToFrame()
    {
        var body = new byte[1 + Name.Length + Data.Length];
        body[0] = (byte)Name.Length;
        Encoding.ASCII.GetBytes(Name, body.AsSpan(1));
        Data.CopyTo(body, 1 + Name.Length);
        var frame = new byte[ZmtpFrame.HeaderBytesMax + body.Length];
        return frame[..ZmtpFrame.Write(frame, ZmtpFlags.Command, body)];
    }

    /// <summary>READY or INITIATE with this side's properties.</summary>
    public static ZmtpCommand WithMetadata(string name, params ReadOnlySpan<(string Name, string Value)> properties)
    {
        using var data = new MemoryStream();
        Span<byte> size = stackalloc byte[4];
        foreach (var (key, value) in properties)
        {
            BinaryPrimitives.WriteInt32BigEndian(size, value.Length);
            data.WriteByte((byte)key.Length);
            data.Write(Encoding.ASCII.GetBytes(key));
            data.Write(size);
            data.Write(Encoding.ASCII.GetBytes(value));
        }

        return new ZmtpCommand(name, data.ToArray());
    }

    /// <summary>The properties of a READY or INITIATE; names are compared without regard to case (ZMTP 3.1, "Metadata").</summary>
    public Dictionary<string, string> ReadMetadata()
    {
        var properties = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        var rest = Data.AsSpan();
        while (!rest.IsEmpty)
        {
            var key = TakeShort(ref rest);
            if (rest.Length < 4) throw Malformed();
            var size = BinaryPrimitives.ReadUInt32BigEndian(rest);
            if (size > rest.Length - 4) throw Malformed();
            properties[key] = Encoding.ASCII.GetString(rest.Slice(4, (int)size));
            rest = rest[(4 + (int)size)..];
        }

        return properties;
    }

    /// <summary>Takes a text that is preceded by its size in one byte.</summary>
    public static string TakeShort(ref Span<byte> rest)
    {
        if (rest.IsEmpty || rest.Length < 1 + rest[0]) throw Malformed();
        var text = Encoding.UTF8.GetString(rest.Slice(1, rest[0]));
        rest = rest[(1 + rest[0])..];
        return text;
    }

    private static BrokerException Malformed() => new("zeromq: a malformed command in the handshake: the peer does not speak ZMTP 3.", isTransient: true);
}
