using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Security;

/// <summary>What the sealed steps of a handshake hold: the token of resets, then what the steps in the clear hold; a refusal has a reason instead.</summary>
internal static class SealedParameters
{
    /// <summary>The first byte of an answer that takes the connection; else it is a <see cref="DisconnectReason"/>.</summary>
    private const byte Accepted = 0;

    /// <summary>The client's last step.</summary>
    public static void WriteFinish(ref WireWriter writer, ReadOnlySpan<byte> resetToken, ulong id, DatagramOptions options, ReadOnlySpan<byte> data)
    {
        writer.Write(resetToken);
        HandshakeFormat.WriteParameters(ref writer, id, options, data);
    }

    public static bool TryReadFinish(ReadOnlySpan<byte> text, out byte[] resetToken, out HandshakeParameters parameters, out ReadOnlySpan<byte> data)
    {
        var reader = new WireReader(text);
        resetToken = reader.Read(StatelessResets.TokenBytes).ToArray();
        return HandshakeFormat.ReadParameters(ref reader, out parameters, out data);
    }

    public static void WriteAccept(ref WireWriter writer, ReadOnlySpan<byte> resetToken, ulong id, DatagramOptions options, ReadOnlySpan<byte> data)
    {
        writer.Write(Accepted);
        WriteFinish(ref writer, resetToken, id, options, data);
    }

    public static void WriteRefusal(ref WireWriter writer, DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        writer.Write((byte)reason);
        writer.Write(data);
    }

    /// <summary>True if the answer refuses, and why.</summary>
    public static bool IsRefusal(ReadOnlySpan<byte> text, out DisconnectReason reason, out ReadOnlySpan<byte> data)
    {
        reason = DisconnectReason.Refused;
        data = default;
        if (text.IsEmpty || text[0] == Accepted) return false;
        if (text[0] == (byte)DisconnectReason.Full) reason = DisconnectReason.Full;
        data = text[1..];
        return true;
    }

    public static bool TryReadAccept(ReadOnlySpan<byte> text, out byte[] resetToken, out HandshakeParameters parameters, out ReadOnlySpan<byte> data) =>
        TryReadFinish(text.IsEmpty ? text : text[1..], out resetToken, out parameters, out data);
}
