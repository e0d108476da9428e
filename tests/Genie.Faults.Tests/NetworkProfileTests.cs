namespace Genie.Faults.Tests;

public sealed class NetworkProfileTests
{
    private const int Packets = 400_000;

    [Theory]
    [InlineData(0.01, 1)]
    [InlineData(0.02, 4)]
    [InlineData(0.2, 10)]
    public void Bursts_have_the_share_and_the_length_that_they_were_asked_for(double share, double length)
    {
        var loss = PacketLoss.Burst(share, length);
        Assert.Equal(share, loss.Mean, 6);
        var channel = new LossChannel(new Random(23));
        var lost = Enumerable.Range(0, Packets).Select(_ => channel.Loses(loss)).ToArray();
        var bursts = lost.Where((isLost, i) => isLost && (i == 0 || !lost[i - 1])).Count();
        var seen = lost.Count(isLost => isLost);
        Assert.InRange(seen / (double)Packets, share * 0.8, share * 1.2);
        Assert.InRange(seen / (double)bursts, length * 0.85, length * 1.15);
    }

    [Fact]
    public void The_same_seed_gives_the_same_fates()
    {
        var profile = NetworkProfile.Mobile with { Loss = PacketLoss.Burst(0.2, 3), Duplication = 0.2, Reordering = 0.2 };
        Assert.Equal(Fates(7, profile), Fates(7, profile));
        Assert.NotEqual(Fates(7, profile), Fates(8, profile));

        static DatagramFate[] Fates(int seed, NetworkProfile profile)
        {
            var fates = new DatagramFates(new FaultProxyOptions { Seed = seed }.RandomOf(0, FaultDirections.ToServer));
            return [.. Enumerable.Range(0, 500).Select(_ => fates.Next(profile, 100))];
        }
    }

    [Fact]
    public void Delays_follow_the_clock_that_is_given()
    {
        var clock = new FixedClock();
        var line = new DelayLine(new Random(1), clock);
        var profile = new NetworkProfile { RoundTrip = TimeSpan.FromSeconds(2), BytesPerSecond = 1000 };
        Assert.Equal(FixedClock.After(1.5), line.DueOf(profile, 500));
        Assert.Equal(FixedClock.After(2), line.DueOf(profile, 500));
        Assert.Equal(FixedClock.After(4.5), line.DueOf(profile, 500, again: 1));

        // Nothing overtakes in a stream, though this one has no delay.
        Assert.Equal(FixedClock.After(4.5), line.DueOf(NetworkProfile.Loopback, 500));
    }

    [Fact]
    public void Profiles_are_found_by_their_names()
    {
        Assert.Equal(TimeSpan.FromMilliseconds(35), NetworkProfile.Find("continental")?.RoundTrip);
        Assert.Equal(TimeSpan.FromMilliseconds(150), NetworkProfile.Find("International")?.RoundTrip);
        Assert.Null(NetworkProfile.Find("lunar"));
    }

    [Fact]
    public async Task What_no_network_can_be_is_refused()
    {
        await using var proxy = TcpFaultProxy.Start(1);
        Assert.Throws<ArgumentOutOfRangeException>(() => proxy.Profile = new NetworkProfile { RoundTrip = TimeSpan.FromSeconds(-1) });
        Assert.Throws<ArgumentOutOfRangeException>(() => proxy.Profile = new NetworkProfile { Duplication = 1.5 });
        Assert.Throws<ArgumentOutOfRangeException>(() => PacketLoss.Burst(1, 3));
    }

    private sealed class FixedClock : TimeProvider
    {
        public override long TimestampFrequency => 1000;

        public override long GetTimestamp() => 77;

        public static long After(double seconds) => 77 + (long)(seconds * 1000);
    }
}
