using System.Security.Cryptography;
using Genie.Datagrams.Protocol;
using Genie.Datagrams.Security;

namespace Genie.Datagrams.Udp;

/// <content>Encryption: what the rest of the connection sees is packets of the other side, each once, and room for them.</content>
internal sealed partial class UdpConnection
{
    /// <summary>Late packets of the phase before are still opened for so many timeouts (RFC 9001, section 6.5).</summary>
    private const int TimeoutsToKeepKeys = 3;

    private PacketProtection? _protection;
    private byte[] _remoteResetToken = [];

    /// <summary>True if packets are encrypted.</summary>
    public bool IsProtected => _protection is not null;

    private int TagBytes => _protection is null ? 0 : PacketCipher.TagBytes;

    /// <summary>Encrypts from now on.</summary>
    public void Protect(PacketProtection protection, byte[] remoteResetToken) => (_protection, _remoteResetToken) = (protection, remoteResetToken);

    /// <summary>The server is not whom the application wants to talk to.</summary>
    public void Distrust(ServerNotTrustedException error)
    {
        EndError = error;
        Close(DisconnectReason.Untrusted, default);
    }

    /// <summary>True if a reset comes from who knew the connection: without encryption, whoever knows its id.</summary>
    public bool IsResetBy(ReadOnlySpan<byte> token) => _protection is null || CryptographicOperations.FixedTimeEquals(token, _remoteResetToken);

    private bool TryOpen(Span<byte> datagram, long number, long now)
    {
        if (_protection is null || _protection.TryOpen(datagram, number, now, TimeoutsToKeepKeys * _roundTrip.TimeoutAfter(0, _remoteMaxDelay))) return true;
        if (_protection.IsExhausted) _endpoint.MarkDirty(this);
        return false;
    }

    /// <summary>Ends the connection if its keys may not be used any longer.</summary>
    /// <returns>True if it has ended.</returns>
    private bool EndIfExhausted(long now)
    {
        if (_protection is not { IsExhausted: true }) return false;
        CloseNow(DisconnectReason.KeyLimit, DisconnectReason.KeyLimit, now);
        return true;
    }

    private int SendTo(in WireWriter writer, long number, in DatagramAddress to, int copies = 1)
    {
        var packet = _endpoint.PacketBuffer.AsSpan(0, writer.Length + TagBytes);
        if (_protection is not null && !_protection.TrySeal(packet, number)) return packet.Length;
        for (; copies > 0; copies--) _endpoint.SendDatagram(packet, to);
        return packet.Length;
    }
}
