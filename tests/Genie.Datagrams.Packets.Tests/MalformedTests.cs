using Genie.Datagrams.Packets.Tests.Samples;
using Xunit.Abstractions;

namespace Genie.Datagrams.Packets.Tests;

/// <summary>What others may send. More of it: tests/Genie.Fuzzing.Tests.</summary>
public sealed class MalformedTests(ITestOutputHelper output)
{
    private const int Rounds = 20_000;

    // A reference and an object of 24 bytes for two bits are the most that the samples have for theirs; lists are not reused.
    private const int AllocatedBytesPerBitMax = 64;

    private readonly int _seed = Environment.GetEnvironmentVariable("GENIE_SEED") is { Length: > 0 } text ? int.Parse(text, System.Globalization.CultureInfo.InvariantCulture) : Random.Shared.Next();

    [Fact]
    public void Whatever_arrives_is_a_packet_or_an_error()
    {
        output.WriteLine($"GENIE_SEED={_seed}");
        var random = new Random(_seed);
        var buffer = new byte[PacketSerializer.MaxBytes<Everything>()];
        var baseline = new RandomPackets(_seed).Everything();
        Assert.True(PacketSerializer.TryWrite(baseline, buffer, out var length));
        var errors = new HashSet<PacketError>();
        for (var i = 0; i < Rounds; i++)
        {
            var input = buffer.AsSpan(0, random.Next(length + 1)).ToArray();
            for (var flips = random.Next(4); flips > 0 && input.Length > 0; flips--) input[random.Next(input.Length)] ^= (byte)(1 << random.Next(8));
            Assert.Equal(PacketSerializer.TryRead<Everything>(input, out var packet, out var error), error == PacketError.None);
            Assert.Equal(packet is null, error != PacketError.None);
            errors.Add(error);
            if (input.Length > 0) input[0] |= 1;
            PacketSerializer.TryReadDelta<Everything>(input, baseline, out _, out error);
            errors.Add(error);
        }

        Assert.True(errors.Count > 4, string.Join(' ', errors));
    }

    [Fact]
    public void What_a_packet_makes_its_reader_allocate_is_bounded_by_its_bytes()
    {
        output.WriteLine($"GENIE_SEED={_seed}");
        var random = new Random(_seed);
        Hoard[] hoards =
        [
            new([.. Enumerable.Range(0, 500).Select(_ => new Chest([], IsOpen: true))], []),
            new([new([.. Enumerable.Range(0, 4500).Select(_ => new Coin(IsGold: true))], IsOpen: false)], []),
            new([new([.. new Coin?[9000]], IsOpen: false)], [.. new string?[400]]),
        ];
        var (buffer, greatest) = (new byte[1200], 0L);
        for (var i = 0; i < 3000; i++)
        {
            Assert.True(PacketSerializer.TryWrite(hoards[i % hoards.Length], buffer, out var length));
            for (var flips = random.Next(4); flips > 0; flips--) buffer[random.Next(2, length)] ^= (byte)(1 << random.Next(8));
            var before = GC.GetAllocatedBytesForCurrentThread();
            PacketSerializer.TryRead<Hoard>(buffer.AsSpan(0, length), out _, out _);
            greatest = Math.Max(greatest, GC.GetAllocatedBytesForCurrentThread() - before);
            Assert.InRange(greatest, 0, AllocatedBytesPerBitMax * 8L * length);
        }

        // What is within the bound is more than the bytes themselves.
        Assert.True(greatest > buffer.Length * 8, $"{greatest}");
    }
}
