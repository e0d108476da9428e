using Genie.Datagrams.Packets.Tests.Samples;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Datagrams.Packets.Tests;

public sealed class RoundTripTests(ITestOutputHelper output)
{
    private const int Rounds = 2000;

    private readonly int _seed = Environment.GetEnvironmentVariable("GENIE_SEED") is { Length: > 0 } text ? int.Parse(text, System.Globalization.CultureInfo.InvariantCulture) : Random.Shared.Next();

    [Fact]
    public void What_was_written_is_read()
    {
        output.WriteLine($"GENIE_SEED={_seed}");
        var random = new RandomPackets(_seed);
        var buffer = new byte[PacketSerializer.MaxBytes<Everything>()];
        for (var i = 0; i < Rounds; i++)
        {
            var packet = random.Everything();
            Assert.True(PacketSerializer.TryWrite(packet, buffer, out var written));
            Assert.True(PacketSerializer.TryRead<Everything>(buffer.AsSpan(0, written), out var read));
            Same.Assert(packet, read);
            Assert.Equal(0, read.Local);
        }
    }

    [Fact]
    public void What_was_read_is_written_with_the_same_bytes()
    {
        output.WriteLine($"GENIE_SEED={_seed}");
        var random = new RandomPackets(_seed);
        Span<byte> buffer = stackalloc byte[64], again = stackalloc byte[64];
        for (var i = 0; i < Rounds; i++)
        {
            var packet = random.PlayerMoved();
            Assert.True(PacketSerializer.TryWrite(packet, buffer, out var written));
            Assert.True(PacketSerializer.TryRead<PlayerMoved>(buffer[..written], out var read));
            Same.Assert(packet, read);
            Assert.True(PacketSerializer.TryWrite(read, again, out var writtenAgain));
            Assert.True(buffer[..written].SequenceEqual(again[..writtenAgain]));
        }
    }

    [Fact]
    public void A_packet_that_does_not_fit_is_not_written_at_any_length()
    {
        output.WriteLine($"GENIE_SEED={_seed}");
        var packet = new RandomPackets(_seed).Everything();
        var buffer = new byte[PacketSerializer.MaxBytes<Everything>()];
        Assert.True(PacketSerializer.TryWrite(packet, buffer, out var length));
        for (var i = 0; i < length; i++)
        {
            Assert.False(PacketSerializer.TryWrite(packet, buffer.AsSpan(0, i), out var written, out var error));
            Assert.Equal((0, PacketError.DoesNotFit), (written, error));
        }

        Assert.True(PacketSerializer.TryWrite(packet, buffer.AsSpan(0, length), out _));
    }

    [Fact]
    public void A_packet_that_is_cut_is_not_read_at_any_length()
    {
        output.WriteLine($"GENIE_SEED={_seed}");
        var buffer = new byte[PacketSerializer.MaxBytes<Everything>()];
        Assert.True(PacketSerializer.TryWrite(new RandomPackets(_seed).Everything(), buffer, out var length));
        for (var i = 0; i < length; i++)
        {
            Assert.False(PacketSerializer.TryRead<Everything>(buffer.AsSpan(0, i), out var packet, out var error));
            Assert.Null(packet);
            Assert.True(error is PacketError.Truncated or PacketError.TooLong, $"{error}");
        }
    }

    [Fact]
    public void The_header_says_which_packet_it_is()
    {
        Span<byte> buffer = stackalloc byte[16];
        Assert.True(PacketSerializer.TryWrite(new Ping(), buffer, out var written));
        Assert.Equal(1, written);
        Assert.True(PacketHeader.TryRead(buffer[..written], out var header));
        Assert.Equal(new PacketHeader(Ping.PacketId, IsDelta: false), header);
        Assert.False(PacketSerializer.TryRead<PlayerMoved>(buffer[..written], out _, out var error));
        Assert.Equal(PacketError.OtherPacket, error);
        Assert.False(PacketSerializer.TryReadDelta<Ping>(buffer[..written], new Ping(), out _, out error));
        Assert.Equal(PacketError.OtherPacket, error);

        Assert.True(PacketSerializer.TryWrite(new @event(1, 2, 3, 4, []), buffer[..], out _, out error) || error == PacketError.DoesNotFit);
        Assert.True(PacketHeader.TryRead(buffer, out header));
        Assert.Equal(@event.PacketId, header.Id);
    }

    [Fact]
    public void A_position_takes_as_many_bits_as_its_members_need()
    {
        // 8 header, 10 player, 18 + 18 + 14 position, 10 yaw, 1 running, 2 stance: 81 bits.
        Assert.True(PacketSerializer.TryWrite(new PlayerMoved(7, 1, 2, 3, 4, true, Stance.Lying), stackalloc byte[64], out var written));
        Assert.Equal(11, written);
        Assert.Equal(73, PacketContent.MinBits<PlayerMoved>());
        Assert.Equal(73 + 7, PacketContent.MaxBits<PlayerMoved>());
    }

    [Fact]
    public void Names_of_the_generated_code_and_keywords_are_names_of_members_too()
    {
        var buffer = new byte[PacketSerializer.MaxBytes<@event>()];
        Assert.True(PacketSerializer.TryWrite(new @event(1, 2, 3, 4, [5]), buffer, out var written));
        Assert.True(PacketSerializer.TryRead<@event>(buffer.AsSpan(0, written), out var read));
        Assert.Equal((1, 2, 3, 4), (read.@class, read.writer, read.packet, read.Error));
        Assert.Equal([5], read.baseline);
    }

    [Fact]
    public void Writing_allocates_nothing_and_reading_a_struct_neither()
    {
        var packet = new PlayerMoved(7, 1, 2, 3, 4, true, Stance.Lying);
        var buffer = new byte[64];
        Exchange(packet, buffer, rounds: 100);
        Assert.Equal(0, AllocatedBytes.Of(() => Exchange(packet, buffer, rounds: 1000)));
    }

    private static void Exchange(PlayerMoved packet, byte[] buffer, int rounds)
    {
        var baseline = packet;
        for (var i = 0; i < rounds; i++)
        {
            PacketSerializer.TryWrite(packet, buffer, out var written);
            PacketSerializer.TryRead<PlayerMoved>(buffer.AsSpan(0, written), out var read);
            PacketSerializer.TryWriteDelta(read with { Player = i % 1024 }, baseline, buffer, out written);
            PacketSerializer.TryReadDelta(buffer.AsSpan(0, written), baseline, out read);
            baseline = read;
        }
    }
}
