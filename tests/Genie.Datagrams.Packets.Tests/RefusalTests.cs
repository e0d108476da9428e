using Genie.Datagrams.Packets.Tests.Samples;

namespace Genie.Datagrams.Packets.Tests;

public sealed class RefusalTests
{
    private static readonly PlayerMoved Moved = new(7, 1, 2, 3, 4, true, Stance.Lying);
    private static readonly Everything Valid = new RandomPackets(1).Everything();

    public static TheoryData<string, PacketError> Unwritable => new()
    {
        { "player above", PacketError.OutOfRange }, { "player below", PacketError.OutOfRange }, { "not a number", PacketError.OutOfRange }, { "infinite", PacketError.OutOfRange },
        { "beyond the end", PacketError.OutOfRange }, { "stance", PacketError.OutOfRange },
    };

    [Theory]
    [MemberData(nameof(Unwritable))]
    public void A_value_that_its_description_excludes_is_not_written(string what, PacketError expected)
    {
        var packet = what switch
        {
            "player above" => Moved with { Player = 1024 },
            "player below" => Moved with { Player = -1 },
            "not a number" => Moved with { X = float.NaN },
            "infinite" => Moved with { Y = float.NegativeInfinity },
            "beyond the end" => Moved with { Z = 64.01f },
            _ => Moved with { Stance = (Stance)3 },
        };
        Assert.False(PacketSerializer.TryWrite(packet, new byte[64], out var written, out var error));
        Assert.Equal((0, expected), (written, error));
    }

    [Fact]
    public void So_it_is_with_what_is_missing_or_too_long()
    {
        AssertRefused(Valid with { Text = null! }, PacketError.Missing);
        AssertRefused(Valid with { Bytes = null! }, PacketError.Missing);
        AssertRefused(Valid with { Tracks = [null!] }, PacketError.Missing);
        AssertRefused(Valid with { Text = new string('a', 41) }, PacketError.TooLong);
        AssertRefused(Valid with { Text = new string('é', 21) }, PacketError.TooLong);
        AssertRefused(Valid with { Text = "\ud800" }, PacketError.InvalidText);
        AssertRefused(Valid with { Text = "a\udc00b" }, PacketError.InvalidText);
        AssertRefused(Valid with { Numbers = [10, 10, 10, 10, 10, 10, 10, 10, 10, 10] }, PacketError.TooLong);
        AssertRefused(Valid with { Numbers = [14] }, PacketError.OutOfRange);
        AssertRefused(Valid with { Weapon = (Weapon)4 }, PacketError.OutOfRange);
        AssertRefused(Valid with { Effects = (Effects)2 }, PacketError.OutOfRange);
        AssertRefused(null!, PacketError.Missing);
    }

    [Fact]
    public void What_follows_a_packet_is_refused()
    {
        var buffer = new byte[64];
        Assert.True(PacketSerializer.TryWrite(Moved, buffer, out var written));
        Assert.False(PacketSerializer.TryRead<PlayerMoved>(buffer.AsSpan(0, written + 1), out _, out var error));
        Assert.Equal(PacketError.Excess, error);
        buffer[written - 1] |= 0x80;
        Assert.False(PacketSerializer.TryRead<PlayerMoved>(buffer.AsSpan(0, written), out _, out error));
        Assert.Equal(PacketError.Excess, error);
    }

    [Fact]
    public void An_array_whose_length_the_rest_cannot_hold_is_refused_before_it_is_made()
    {
        var writer = new BitWriter(stackalloc byte[8]);
        writer.WriteCount(60_000, ushort.MaxValue);
        var reader = new BitReader(new byte[] { 0x60, 0xEA, 0, 0, 0, 0, 0, 0 });
        Assert.Equal(0, reader.ReadCount(ushort.MaxValue, 1));
        Assert.Equal(PacketError.TooLong, reader.Error);
    }

    [Fact]
    public void A_serializer_that_refuses_or_takes_no_bit_refuses_the_packet()
    {
        var writer = new BitWriter(stackalloc byte[8]);
        Assert.False(PacketContent.TryWrite<Idle, int>(ref writer, 5));
        Assert.Equal(PacketError.Refused, writer.Error);
        var reader = new BitReader(stackalloc byte[8]);
        Assert.False(PacketContent.TryRead<Idle, int>(ref reader, out _));
        Assert.Equal(PacketError.Refused, reader.Error);
    }

    private static void AssertRefused(Everything packet, PacketError expected)
    {
        Assert.False(PacketSerializer.TryWrite(packet, new byte[4096], out var written, out var error));
        Assert.Equal((0, expected), (written, error));
        Assert.False(PacketSerializer.TryWriteDelta(packet, Valid, new byte[4096], out _, out error));
        Assert.Equal(expected, error);
        Assert.False(PacketSerializer.TryReadDelta<Everything>(new byte[] { 1 }, null!, out _, out _));
    }

    private sealed class Idle : IPacketMemberSerializer<int>
    {
        public static int MaxBits => 1;

        public static bool TryWrite(ref BitWriter writer, int value) => true;

        public static bool TryRead(ref BitReader reader, out int value)
        {
            value = 1;
            return true;
        }
    }
}
