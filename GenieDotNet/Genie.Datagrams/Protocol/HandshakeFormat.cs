namespace Genie.Datagrams.Protocol;

/// <summary>The datagrams of the handshake. Those of a client are as large as what they are answered with, or larger: nothing is amplified.</summary>
internal static class HandshakeFormat
{
    private const int HelloBytes = 64;
    private const uint Magic = 0x4d_52_47_44;

    public static void WriteHello(ref WireWriter writer, ulong nonce)
    {
        writer.Write(PacketFormat.Hello);
        WriteVersion(ref writer);
        writer.Write(nonce);
        writer.Next(HelloBytes - writer.Length).Clear();
    }

    /// <summary>False if this is no hello; the version tells whether its sender can be understood.</summary>
    public static bool TryReadHello(ReadOnlySpan<byte> datagram, out byte version, out ulong nonce)
    {
        var reader = new WireReader(datagram[1..]);
        var isOurs = TryReadVersion(ref reader, out version);
        nonce = reader.ReadUInt64();
        return isOurs && datagram.Length >= HelloBytes;
    }

    public static void WriteChallenge(ref WireWriter writer, ulong nonce, scoped ReadOnlySpan<byte> cookie)
    {
        writer.Write(PacketFormat.Challenge);
        writer.Write(nonce);
        writer.Write(cookie);
    }

    public static bool TryReadChallenge(ReadOnlySpan<byte> datagram, out ulong nonce, out ReadOnlySpan<byte> cookie)
    {
        var reader = new WireReader(datagram[1..]);
        nonce = reader.ReadUInt64();
        cookie = reader.Read(HandshakeCookie.Bytes);
        return !reader.IsInvalid;
    }

    /// <summary>Padded to the base size: a path that does not carry it is found out here (RFC 9000, section 8.1).</summary>
    public static void WriteConnect(ref WireWriter writer, ulong nonce, scoped ReadOnlySpan<byte> cookie, ulong clientId, DatagramOptions options, scoped ReadOnlySpan<byte> data)
    {
        writer.Write(PacketFormat.Connect);
        WriteVersion(ref writer);
        writer.Write(nonce);
        writer.Write(cookie);
        WriteParameters(ref writer, clientId, options, data);
        writer.Next(writer.Room).Clear();
    }

    public static bool TryReadConnect(ReadOnlySpan<byte> datagram, out ulong nonce, out ReadOnlySpan<byte> cookie, out HandshakeParameters parameters, out ReadOnlySpan<byte> data)
    {
        var reader = new WireReader(datagram[1..]);
        var isOurs = TryReadVersion(ref reader, out var version) && version == PacketFormat.Version;
        nonce = reader.ReadUInt64();
        cookie = reader.Read(HandshakeCookie.Bytes);
        return ReadParameters(ref reader, out parameters, out data) && isOurs && datagram.Length >= PacketFormat.BaseDatagramBytes;
    }

    public static void WriteAccept(ref WireWriter writer, ulong clientId, ulong serverId, DatagramOptions options, scoped ReadOnlySpan<byte> data)
    {
        writer.Write(PacketFormat.Accept);
        writer.Write(clientId);
        WriteParameters(ref writer, serverId, options, data);
    }

    public static bool TryReadAccept(ReadOnlySpan<byte> datagram, out ulong clientId, out HandshakeParameters parameters, out ReadOnlySpan<byte> data)
    {
        var reader = new WireReader(datagram[1..]);
        clientId = reader.ReadUInt64();
        return ReadParameters(ref reader, out parameters, out data);
    }

    public static void WriteRefuse(ref WireWriter writer, ulong nonce, DisconnectReason reason, scoped ReadOnlySpan<byte> data)
    {
        writer.Write(PacketFormat.Refuse);
        writer.Write(nonce);
        writer.Write((byte)reason);
        writer.Write((ushort)data.Length);
        writer.Write(data);
    }

    public static bool TryReadRefuse(ReadOnlySpan<byte> datagram, out ulong nonce, out DisconnectReason reason, out ReadOnlySpan<byte> data)
    {
        var reader = new WireReader(datagram[1..]);
        nonce = reader.ReadUInt64();
        reason = (DisconnectReason)reader.ReadByte();
        data = reader.Read(reader.ReadUInt16());
        return !reader.IsInvalid && reason is DisconnectReason.Refused or DisconnectReason.Full or DisconnectReason.VersionMismatch or DisconnectReason.SecurityMismatch;
    }

    /// <summary>What a client's steps begin with.</summary>
    public static void WriteVersion(ref WireWriter writer)
    {
        writer.Write(Magic);
        writer.Write(PacketFormat.Version);
    }

    /// <summary>False for what none of our endpoints has sent.</summary>
    public static bool TryReadVersion(scoped ref WireReader reader, out byte version)
    {
        var magic = reader.ReadUInt32();
        version = reader.ReadByte();
        return magic == Magic && !reader.IsInvalid;
    }

    /// <summary>What a side tells of itself, with the application's data.</summary>
    public static void WriteParameters(ref WireWriter writer, ulong id, DatagramOptions options, scoped ReadOnlySpan<byte> data)
    {
        writer.Write(id);
        writer.Write((ushort)options.MaxDatagramBytes);
        writer.Write((ushort)Math.Min(options.MaxAcknowledgementDelay.TotalMilliseconds, ushort.MaxValue));
        Compression.MessageCompression.Write(ref writer, options.Compressors);
        writer.Write((ushort)data.Length);
        writer.Write(data);
    }

    /// <summary>Reads what <see cref="WriteParameters"/> wrote; false if it is nothing to work with.</summary>
    public static bool ReadParameters(scoped ref WireReader reader, out HandshakeParameters parameters, out ReadOnlySpan<byte> data)
    {
        parameters = new HandshakeParameters(reader.ReadUInt64(), reader.ReadUInt16(), reader.ReadUInt16() * 1_000L, Compression.MessageCompression.Read(ref reader));
        data = reader.Read(reader.ReadUInt16());
        return !reader.IsInvalid && parameters.MaxDatagramBytes >= PacketFormat.BaseDatagramBytes && data.Length <= DatagramOptions.MaxHandshakeDataBytes;
    }
}

/// <summary>What one side of a handshake tells of itself; valid while its datagram is.</summary>
internal readonly ref struct HandshakeParameters(ulong id, int maxDatagramBytes, long maxDelay, ReadOnlySpan<byte> compressors)
{
    /// <summary>The id that packets to it carry.</summary>
    public ulong Id => id;

    /// <summary>The largest datagram that it takes.</summary>
    public int MaxDatagramBytes => maxDatagramBytes;

    /// <summary>How long its acknowledgements may wait, microseconds.</summary>
    public long MaxDelay => maxDelay;

    /// <summary>The ids of its compressors, best first.</summary>
    public ReadOnlySpan<byte> Compressors { get; } = compressors;
}
