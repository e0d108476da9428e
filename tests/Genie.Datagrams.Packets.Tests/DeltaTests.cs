using Genie.Datagrams.Packets.Tests.Samples;
using Xunit.Abstractions;

namespace Genie.Datagrams.Packets.Tests;

public sealed class DeltaTests(ITestOutputHelper output)
{
    private const int Rounds = 2000;

    private readonly int _seed = Environment.GetEnvironmentVariable("GENIE_SEED") is { Length: > 0 } text ? int.Parse(text, System.Globalization.CultureInfo.InvariantCulture) : Random.Shared.Next();

    [Fact]
    public void A_delta_gives_the_packet_again_whatever_the_baseline()
    {
        output.WriteLine($"GENIE_SEED={_seed}");
        var random = new RandomPackets(_seed);
        var buffer = new byte[PacketSerializer.MaxBytes<Everything>()];
        for (var i = 0; i < Rounds; i++)
        {
            var baseline = random.Everything();
            var packet = i % 2 == 0 ? random.Everything() : random.Changed(baseline);
            Assert.True(PacketSerializer.TryWriteDelta(packet, baseline, buffer, out var written));
            Assert.True(PacketSerializer.TryReadDelta(buffer.AsSpan(0, written), baseline, out var read));
            Same.Assert(packet, read, Same.Step);
        }
    }

    [Fact]
    public void A_baseline_that_was_read_serves_as_well_as_what_was_written()
    {
        output.WriteLine($"GENIE_SEED={_seed}");
        var random = new RandomPackets(_seed);
        var (buffer, other) = (new byte[PacketSerializer.MaxBytes<Everything>()], new byte[PacketSerializer.MaxBytes<Everything>()]);
        for (var i = 0; i < Rounds; i++)
        {
            var sent = random.Everything();
            Assert.True(PacketSerializer.TryWrite(sent, buffer, out var written));
            Assert.True(PacketSerializer.TryRead<Everything>(buffer.AsSpan(0, written), out var received));
            var packet = random.Changed(sent);
            Assert.True(PacketSerializer.TryWriteDelta(packet, sent, buffer, out written));
            Assert.True(PacketSerializer.TryWriteDelta(packet, received, other, out var otherWritten));
            Assert.Equal(buffer.AsSpan(0, written), other.AsSpan(0, otherWritten));
            Assert.True(PacketSerializer.TryReadDelta(buffer.AsSpan(0, written), received, out var read));
            Same.Assert(packet, read, Same.Step);
        }
    }

    [Fact]
    public void What_has_not_changed_takes_a_bit_a_member_and_is_shared_with_the_baseline()
    {
        output.WriteLine($"GENIE_SEED={_seed}");
        var baseline = new RandomPackets(_seed).Everything();
        var buffer = new byte[64];
        Assert.True(PacketSerializer.TryWriteDelta(baseline with { }, baseline, buffer, out var written));

        // 16 header, 28 members.
        Assert.Equal((16 + 28 + 7) / 8, written);
        Assert.True(PacketSerializer.TryReadDelta(buffer.AsSpan(0, written), baseline, out var read));
        Assert.Same(baseline.Tracks, read.Tracks);
        Assert.True(PacketContent.AreSame(baseline, read));
    }

    [Fact]
    public void A_float_that_moves_within_its_step_has_not_changed()
    {
        var baseline = new PlayerMoved(7, 1, 2, 3, 4, true, Stance.Lying);
        Assert.True(PacketContent.AreSame(baseline with { X = 1.001f }, baseline));
        Assert.False(PacketContent.AreSame(baseline with { X = 1.01f }, baseline));
    }

    [Fact]
    public void A_nested_packet_that_changes_is_a_delta_itself()
    {
        var baseline = new RandomPackets(1).Everything() with { Point = new Point(1, 2) };
        var buffer = new byte[64];
        Assert.True(PacketSerializer.TryWriteDelta(baseline with { Point = new Point(1, 3) }, baseline, buffer, out var written));

        // 16 header, 28 members, 2 members of the point, 7 of its Y.
        Assert.Equal((16 + 28 + 2 + 7 + 7) / 8, written);
    }

    [Fact]
    public void A_delta_is_no_packet_and_a_packet_no_delta()
    {
        var packet = new PlayerMoved(7, 1, 2, 3, 4, true, Stance.Lying);
        var buffer = new byte[64];
        Assert.True(PacketSerializer.TryWriteDelta(packet, packet, buffer, out var written));
        Assert.True(PacketHeader.TryRead(buffer, out var header));
        Assert.True(header.IsDelta);
        Assert.False(PacketSerializer.TryRead<PlayerMoved>(buffer.AsSpan(0, written), out _, out var error));
        Assert.Equal(PacketError.OtherPacket, error);
    }
}
