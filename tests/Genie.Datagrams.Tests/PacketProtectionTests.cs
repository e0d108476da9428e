using System.Security.Cryptography;
using Genie.Datagrams.Protocol;
using Genie.Datagrams.Security;

namespace Genie.Datagrams.Tests;

public sealed class PacketProtectionTests
{
    private const int PayloadBytes = 40;
    private static readonly byte[] ClientSecret = RandomNumberGenerator.GetBytes(KeySchedule.SecretBytes);
    private static readonly byte[] ServerSecret = RandomNumberGenerator.GetBytes(KeySchedule.SecretBytes);

    public static TheoryData<DatagramCipher> Ciphers => [DatagramCipher.Aes256Gcm, DatagramCipher.ChaCha20Poly1305];

    [Theory]
    [MemberData(nameof(Ciphers))]
    public void A_packet_that_differs_in_any_bit_is_refused_and_counted(DatagramCipher cipher)
    {
        var (client, server) = Pair(cipher);
        var packet = Seal(client, 7);
        for (var bit = 0; bit < packet.Length * 8; bit++)
        {
            var changed = packet.ToArray();
            changed[bit / 8] ^= (byte)(1 << (bit % 8));
            Assert.False(server.TryOpen(changed, 7, 0, 0));
        }

        for (var length = 0; length < packet.Length; length++) Assert.False(server.TryOpen(packet.AsSpan(0, length).ToArray(), 7, 0, 0));
        Assert.False(server.TryOpen(packet.ToArray(), 8, 0, 0));
        Assert.False(server.TryOpen(packet.ToArray(), 7 + (1L << 32), 0, 0));
        Assert.False(client.TryOpen(packet.ToArray(), 7, 0, 0));
        Assert.Equal((packet.Length * 8) + packet.Length + 2, server.Failures);
        Assert.True(server.TryOpen(packet, 7, 0, 0));
        Assert.Equal(new byte[PayloadBytes], packet[PacketFormat.HeaderBytes..^PacketCipher.TagBytes]);
    }

    [Theory]
    [MemberData(nameof(Ciphers))]
    public void Keys_change_in_both_directions_and_late_packets_are_still_opened(DatagramCipher cipher)
    {
        var (client, server) = Pair(cipher, packetsPerKey: 2);
        var first = Seal(client, 0);
        var late = Seal(client, 1);
        Assert.True(server.TryOpen(first, 0, 0, 100));

        // Not before the other side has shown that it has this key.
        client.UpdateIfDue(-1, 0);
        Assert.Equal(0, client.KeyUpdates);
        client.UpdateIfDue(0, 0);
        Assert.Equal((1, PacketFormat.KeyPhaseBit), (client.KeyUpdates, client.PhaseBit));
        Assert.True(server.TryOpen(Seal(client, 2), 2, 0, 100));
        Assert.Equal(1, server.KeyUpdates);
        Assert.True(server.TryOpen(late, 1, 99, 100));

        // A second change waits until the first is known to both, and until what is late has had its time.
        Seal(client, 3);
        client.UpdateIfDue(2, 0);
        Assert.Equal(1, client.KeyUpdates);
        Assert.True(client.TryOpen(Seal(server, 0), 0, 0, 100));
        client.UpdateIfDue(2, 50);
        Assert.Equal(1, client.KeyUpdates);
        client.UpdateIfDue(2, 100);
        Assert.Equal(2, client.KeyUpdates);
        Assert.True(server.TryOpen(Seal(client, 4), 4, 200, 100));
    }

    [Fact]
    public void Keys_of_the_phase_before_are_forgotten_in_time()
    {
        var (client, server) = Pair(DatagramCipher.Aes256Gcm, packetsPerKey: 1);
        var late = Seal(client, 0);
        client.UpdateIfDue(0, 0);
        Assert.True(server.TryOpen(Seal(client, 1), 1, now: 0, keep: 100));
        Assert.False(server.TryOpen(late, 0, now: 100, keep: 100));
    }

    [Fact]
    public void Both_sides_may_change_at_once()
    {
        var (client, server) = Pair(DatagramCipher.Aes256Gcm, packetsPerKey: 1);
        Assert.True(server.TryOpen(Seal(client, 0), 0, 0, 0));
        Assert.True(client.TryOpen(Seal(server, 0), 0, 0, 0));
        client.UpdateIfDue(0, 0);
        server.UpdateIfDue(0, 0);
        Assert.True(server.TryOpen(Seal(client, 1), 1, 0, 0));
        Assert.True(client.TryOpen(Seal(server, 1), 1, 0, 0));
        Assert.Equal((1, 1), (client.KeyUpdates, server.KeyUpdates));
    }

    [Fact]
    public void A_forged_change_of_keys_changes_nothing()
    {
        var (client, server) = Pair(DatagramCipher.Aes256Gcm);
        var forged = Seal(client, 5);
        forged[0] |= PacketFormat.KeyPhaseBit;
        Assert.False(server.TryOpen(forged, 5, 0, 0));
        Assert.True(server.TryOpen(Seal(client, 6), 6, 0, 0));
        Assert.Equal(0, server.KeyUpdates);
    }

    [Fact]
    public void A_key_seals_no_more_than_its_cipher_allows_and_forgeries_are_bounded()
    {
        var limits = new AeadLimits(Sealed: 10, Forged: 20);
        using var protection = new PacketProtection(DatagramCipher.Aes256Gcm, ClientSecret, ServerSecret, packetsPerKey: 1_000, limits);
        for (var number = 0; number < 10; number++)
        {
            Assert.False(protection.IsExhausted);
            Seal(protection, number);
        }

        Assert.True(protection.IsExhausted);
        Assert.False(protection.TrySeal(new byte[60], 10));
        using var other = new PacketProtection(DatagramCipher.Aes256Gcm, ClientSecret, ServerSecret, packetsPerKey: 1_000, limits);
        for (var i = 0; i < 20; i++)
        {
            Assert.False(other.IsExhausted);
            Assert.False(other.TryOpen(new byte[60], i, 0, 0));
        }

        Assert.True(other.IsExhausted);
        Assert.Equal(new AeadLimits(1L << 23, 1L << 52), AeadLimits.Of(DatagramCipher.Aes256Gcm));
        Assert.Equal(1L << 36, AeadLimits.Of(DatagramCipher.ChaCha20Poly1305).Forged);
    }

    /// <summary>The derivation is that of TLS 1.3 with another prefix: against the framework's HKDF with the label written out.</summary>
    [Fact]
    public void Labels_are_those_of_TLS()
    {
        byte[] secret = [.. Enumerable.Repeat((byte)11, 32)];
        var derived = new byte[12];
        KeySchedule.Expand(secret, "iv", [1, 2], derived);
        Assert.Equal(HKDF.Expand(HashAlgorithmName.SHA256, secret, 12, [0, 12, 8, .. "genie iv"u8, 2, 1, 2]), derived);
    }

    private static (PacketProtection Client, PacketProtection Server) Pair(DatagramCipher cipher, long packetsPerKey = 1_000) =>
        (new PacketProtection(cipher, ClientSecret, ServerSecret, packetsPerKey), new PacketProtection(cipher, ServerSecret, ClientSecret, packetsPerKey));

    private static byte[] Seal(PacketProtection protection, long number)
    {
        var packet = new byte[PacketFormat.HeaderBytes + PayloadBytes + PacketCipher.TagBytes];
        packet[0] = (byte)(PacketFormat.DataBit | protection.PhaseBit);
        BitConverter.TryWriteBytes(packet.AsSpan(PacketFormat.HeaderBytes - sizeof(uint)), (uint)number);
        Assert.True(protection.TrySeal(packet, number));
        return packet;
    }
}
