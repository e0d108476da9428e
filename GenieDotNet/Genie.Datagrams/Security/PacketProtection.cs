using System.Security.Cryptography;
using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Security;

/// <summary>
/// Seals and opens the packets of one connection, and goes over to the next keys in both directions without a pause (RFC 9001, section 6): a bit of
/// the header tells the phase; the keys of the phase before are kept for what arrives late, those of the next one are there before they are needed.
/// </summary>
internal sealed class PacketProtection : IDisposable
{
    private const long NotYet = long.MaxValue;

    private readonly DatagramCipher _cipher;
    private readonly AeadLimits _limits;
    private readonly long _packetsPerKey;
    private readonly byte[] _sendSecret;
    private readonly byte[] _nextReceiveSecret;
    private PacketCipher _send;
    private PacketCipher? _previous;
    private PacketCipher _current;
    private PacketCipher _next;
    private long _sendPhase;
    private long _receivePhase;
    private long _sealed;
    private long _firstSealed = NotYet;
    private long _firstOpened;
    private long _previousUntil = long.MinValue;

    public PacketProtection(DatagramCipher cipher, ReadOnlySpan<byte> sendSecret, ReadOnlySpan<byte> receiveSecret, long packetsPerKey, AeadLimits? limits = null)
    {
        _cipher = cipher;
        _limits = limits ?? AeadLimits.Of(cipher);
        _packetsPerKey = Math.Clamp(packetsPerKey, 1, _limits.Sealed / 2);
        _sendSecret = sendSecret.ToArray();
        _nextReceiveSecret = receiveSecret.ToArray();
        _send = new PacketCipher(cipher, _sendSecret);
        _current = new PacketCipher(cipher, _nextReceiveSecret);
        _next = Advance(_nextReceiveSecret);
    }

    /// <summary>Packets that failed.</summary>
    public long Failures { get; private set; }

    /// <summary>How often this side has gone over to the next key.</summary>
    public long KeyUpdates => _sendPhase;

    /// <summary>True if the connection must end: a key is used up and no other may be had, or too much was forged.</summary>
    public bool IsExhausted => _sealed >= _limits.Sealed || Failures >= _limits.Forged;

    /// <summary>The bit of the header that tells the phase of the packet that is sealed next.</summary>
    public byte PhaseBit => (byte)((_sendPhase & 1) == 0 ? 0 : PacketFormat.KeyPhaseBit);

    /// <summary>Goes over to the next key if this one has sealed its share, and the other side has shown that it has this one (sections 6.1 and 6.5).</summary>
    public void UpdateIfDue(long largestAcknowledged, long now)
    {
        if (_sealed < _packetsPerKey || _sendPhase != _receivePhase || largestAcknowledged < _firstSealed || now < _previousUntil) return;
        AdvanceSending();
    }

    /// <summary>Encrypts a packet in place: its header stands in the clear and is authenticated, its last bytes take the tag.</summary>
    /// <returns>False, and nothing is to be sent, if the key has been used as often as it may.</returns>
    public bool TrySeal(Span<byte> packet, long number)
    {
        if (_sealed >= _limits.Sealed) return false;
        if (_firstSealed == NotYet) _firstSealed = number;
        _sealed++;
        _send.Seal(number, packet[..PacketFormat.HeaderBytes], packet[PacketFormat.HeaderBytes..^PacketCipher.TagBytes], packet[^PacketCipher.TagBytes..]);
        return true;
    }

    /// <summary>Decrypts a packet in place. False, and nothing has changed but the count, if the other side has not sealed it.</summary>
    /// <param name="packet">Header, ciphertext and tag.</param>
    /// <param name="number">The whole number.</param>
    /// <param name="now">Microseconds.</param>
    /// <param name="keep">How long the keys of the phase before are kept after a change, microseconds: three times the timeout (section 6.5).</param>
    public bool TryOpen(Span<byte> packet, long number, long now, long keep)
    {
        if (_previous is not null && now >= _previousUntil) DropPrevious();
        var key = KeyOf(packet, number);
        if (key is null || !key.TryOpen(number, packet[..PacketFormat.HeaderBytes], packet[PacketFormat.HeaderBytes..^PacketCipher.TagBytes], packet[^PacketCipher.TagBytes..]))
        {
            Failures++;
            return false;
        }

        if (key == _current) _firstOpened = Math.Min(_firstOpened, number);
        else if (key == _next) AdvanceReceiving(number, now + keep);
        return true;
    }

    public void Dispose()
    {
        _send.Dispose();
        _current.Dispose();
        _next.Dispose();
        DropPrevious();
        CryptographicOperations.ZeroMemory(_sendSecret);
        CryptographicOperations.ZeroMemory(_nextReceiveSecret);
    }

    /// <summary>Another phase's packet is of the phase before if it is older than all of this one, else of the next (section 6.5).</summary>
    private PacketCipher? KeyOf(ReadOnlySpan<byte> packet, long number)
    {
        if (packet.Length < PacketFormat.HeaderBytes + PacketCipher.TagBytes) return null;
        var isOdd = (packet[0] & PacketFormat.KeyPhaseBit) != 0;
        if (isOdd == ((_receivePhase & 1) != 0)) return _current;
        return number < _firstOpened ? _previous : _next;
    }

    private void AdvanceReceiving(long number, long previousUntil)
    {
        DropPrevious();
        (_previous, _current, _previousUntil) = (_current, _next, previousUntil);
        _next = Advance(_nextReceiveSecret);
        _firstOpened = number;
        _receivePhase++;
        if (_sendPhase < _receivePhase) AdvanceSending();
    }

    private void AdvanceSending()
    {
        _send.Dispose();
        _send = Advance(_sendSecret);
        _sendPhase++;
        (_sealed, _firstSealed) = (0, NotYet);
    }

    private void DropPrevious()
    {
        _previous?.Dispose();
        _previous = null;
    }

    /// <summary>Replaces a secret by the next one, from which it cannot be computed.</summary>
    private PacketCipher Advance(byte[] secret)
    {
        Span<byte> next = stackalloc byte[KeySchedule.SecretBytes];
        KeySchedule.Expand(secret, "ku", default, next);
        next.CopyTo(secret);
        CryptographicOperations.ZeroMemory(next);
        return new PacketCipher(_cipher, secret);
    }
}
