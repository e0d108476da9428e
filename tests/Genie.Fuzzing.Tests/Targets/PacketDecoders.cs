using Genie.Datagrams.Packets;
using Genie.Datagrams.Packets.Tests.Samples;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>Generated readers of packets: what one of them takes is written with the same bytes, and nothing throws.</summary>
internal static class PacketDecoders
{
    private const int Seed = 7;

    // What a packet may make its reader allocate for a byte: objects of a few bits each, of 24 bytes and a reference.
    private const long AllocatedBytesMax = 1 << 20;

    /// <summary>A record with a member of each kind.</summary>
    public static Decoder Record()
    {
        var random = new RandomPackets(Seed);
        return Of<Everything>([.. Enumerable.Range(0, 8).Select(_ => random.Everything())]);
    }

    /// <summary>A record struct without arrays, as short as they come.</summary>
    public static Decoder Position()
    {
        var random = new RandomPackets(Seed);
        return Of<PlayerMoved>([.. Enumerable.Range(0, 8).Select(_ => random.PlayerMoved())]);
    }

    /// <summary>A packet that XML describes.</summary>
    public static Decoder Described() => Of<Datagrams.Packets.Tests.Arena.Snapshot>(
    [
        new(5, [new(1, Datagrams.Packets.Tests.Arena.Team.Red, new(1, -2), Datagrams.Packets.Tests.Arena.Keys.Up)], "kick-off", default, new(0, 0.5f), [3, null]),
        new(6, [], null, Guid.AllBitsSet, null, []),
    ]);

    /// <summary>A delta: it may say that a member changed which has not, so that it need not be written with the same bytes.</summary>
    public static Decoder Delta()
    {
        var random = new RandomPackets(Seed);
        var baseline = random.Everything();
        var buffer = new byte[PacketSerializer.MaxBytes<Everything>()];
        return new Decoder
        {
            Genuine = [.. Enumerable.Range(0, 8).Select(i => Written(i % 2 == 0 ? random.Everything() : random.Changed(baseline)))],
            AllocatedBytesMax = AllocatedBytesMax,
            Decode = (input, _) =>
            {
                if (!PacketSerializer.TryReadDelta<Everything>(input, baseline, out var packet, out var error)) return $"{error}";
                if (!PacketSerializer.TryWriteDelta(packet, baseline, buffer, out var written) || written > input.Length) throw new InvalidOperationException("A delta that was read cannot be written again.");
                if (!PacketSerializer.TryReadDelta<Everything>(buffer.AsSpan(0, written), baseline, out var again) || !PacketContent.AreSame(packet, again)) throw new InvalidOperationException("A delta is another one when it is written again.");
                return $"packet {packet.Track is null} {packet.Tracks.Length}";
            },
        };

        byte[] Written(Everything packet) => PacketSerializer.TryWriteDelta(packet, baseline, buffer, out var written) ? buffer[..written] : throw new InvalidOperationException("A sample is not written.");
    }

    /// <summary>A packet of any kind.</summary>
    public static Decoder Of<T>(IReadOnlyList<T> samples) where T : IPacket<T>
    {
        var buffer = new byte[PacketSerializer.MaxBytes<T>()];
        return new Decoder
        {
            Genuine = [.. samples.Select(packet => PacketSerializer.TryWrite(packet, buffer, out var written) ? buffer[..written] : throw new InvalidOperationException("A sample is not written."))],
            AllocatedBytesMax = AllocatedBytesMax,
            Decode = (input, _) =>
            {
                if (!PacketSerializer.TryRead<T>(input, out var packet, out var error)) return $"{error}";
                if (!PacketSerializer.TryWrite(packet, buffer, out var written) || !input.AsSpan().SequenceEqual(buffer.AsSpan(0, written))) throw new InvalidOperationException("A packet that was read is written with other bytes.");
                return "packet";
            },
        };
    }
}
