using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Udp;

/// <content>Another address of the remote side, used once it has proved that it receives there (RFC 9000, section 9).</content>
internal sealed partial class UdpConnection
{
    private const long ChallengeIntervalMicroseconds = 200_000;

    private DatagramAddress _candidate;
    private ulong _challenge;
    private long _challengedAt;

    // The last one of the packet that is read: an answer for each would be a flood for whoever has the address that the packet claims to come from.
    private ulong? _challengeToAnswer;

    private void OnOtherPath(in DatagramAddress from, long now)
    {
        if (from == _candidate && now - _challengedAt < ChallengeIntervalMicroseconds) return;
        if (from != _candidate)
        {
            Span<byte> token = stackalloc byte[sizeof(ulong)];
            RandomNumberGenerator.Fill(token);
            (_candidate, _challenge) = (from, BitConverter.ToUInt64(token));
        }

        _challengedAt = now;
        SendPathFrame(ControlFrame.PathChallenge, _challenge, from, now);
    }

    private void OnPathResponse(ulong token, in DatagramAddress from, long now)
    {
        if (_challenge == 0 || token != _challenge || from != _candidate) return;
        var isSameHost = from.Address == RemoteAddress.Address;
        Volatile.Write(ref _address, new StrongBox<DatagramAddress>(from));
        (_challenge, _candidate) = (0, default);

        // A new port of the same host is the old path behind an address translator (RFC 9000, section 9.4).
        if (isSameHost) return;
        _roundTrip = default;
        _mtu.Reset(now);
        _congestion.Reset(PacketFormat.BaseDatagramBytes);
    }
}
