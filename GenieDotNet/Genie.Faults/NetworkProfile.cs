namespace Genie.Faults;

/// <summary>How a network carries what is sent, alike in both directions.</summary>
public sealed record NetworkProfile
{
    /// <summary>The largest payload of a UDP datagram over IPv4: 65,507 bytes.</summary>
    public const int DatagramBytesMax = 65_507;

    /// <summary>Its name in the command line: <c>continental</c>.</summary>
    public string Name { get; init; } = "custom";

    /// <summary>What a round trip takes longer, half of it in each direction; never less. Timers step by 1 ms.</summary>
    public TimeSpan RoundTrip { get; init; }

    /// <summary>The mean of an exponentially distributed time that comes on top of it, in each direction.</summary>
    public TimeSpan Jitter { get; init; }

    /// <summary>Bytes a second of one connection in one direction; 0 for no limit.</summary>
    public long BytesPerSecond { get; init; }

    /// <summary>Which packets are lost. A datagram is gone; a stream's bytes come a round trip later, as they are sent again.</summary>
    public PacketLoss Loss { get; init; } = PacketLoss.None;

    /// <summary>The share of datagrams that come twice, 0 to 1.</summary>
    public double Duplication { get; init; }

    /// <summary>The share of datagrams that are overtaken by the next one, 0 to 1.</summary>
    public double Reordering { get; init; }

    /// <summary>Datagrams with more bytes of payload are lost. Default: none is too large.</summary>
    public int DatagramBytesLimit { get; init; } = DatagramBytesMax;

    /// <summary>Adds nothing.</summary>
    public static NetworkProfile Loopback { get; } = new() { Name = "loopback" };

    /// <summary>One site: 1 ms, 125 MB/s.</summary>
    public static NetworkProfile Lan { get; } = new() { Name = "lan", RoundTrip = NetworkRoundTrips.Lan, BytesPerSecond = 125_000_000, DatagramBytesLimit = 1472 };

    /// <summary>Two sites of one continent: 35 ms, 1 ms of jitter, 60 MB/s, one packet in 10,000 lost.</summary>
    public static NetworkProfile Continental { get; } = new()
    {
        Name = "continental",
        RoundTrip = NetworkRoundTrips.Continental,
        Jitter = TimeSpan.FromMilliseconds(1),
        BytesPerSecond = 60_000_000,
        Loss = PacketLoss.Uniform(0.0001),
        DatagramBytesLimit = 1472,
    };

    /// <summary>Two continents: 150 ms, 3 ms of jitter, 12.5 MB/s, one packet in 1,000 lost, three in a row.</summary>
    public static NetworkProfile International { get; } = new()
    {
        Name = "international",
        RoundTrip = NetworkRoundTrips.International,
        Jitter = TimeSpan.FromMilliseconds(3),
        BytesPerSecond = 12_500_000,
        Loss = PacketLoss.Burst(0.001, 3),
        Reordering = 0.0005,
        DatagramBytesLimit = 1472,
    };

    /// <summary>A telephone on the move: 80 ms, 15 ms of jitter, 2.5 MB/s, one packet in 100 lost, five in a row.</summary>
    public static NetworkProfile Mobile { get; } = new()
    {
        Name = "mobile",
        RoundTrip = NetworkRoundTrips.Mobile,
        Jitter = TimeSpan.FromMilliseconds(15),
        BytesPerSecond = 2_500_000,
        Loss = PacketLoss.Burst(0.01, 5),
        Duplication = 0.001,
        Reordering = 0.005,
        DatagramBytesLimit = 1372,
    };

    /// <summary>All that have a name.</summary>
    public static IReadOnlyList<NetworkProfile> All { get; } = [Loopback, Lan, Continental, International, Mobile];

    /// <summary>The profile of a name, or null.</summary>
    public static NetworkProfile? Find(string name) => All.FirstOrDefault(profile => profile.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    /// <summary>Refuses what no network can be.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A time or a rate is negative, or a share is not between 0 and 1.</exception>
    internal NetworkProfile Checked()
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(RoundTrip, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(Jitter, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfNegative(BytesPerSecond);
        ArgumentOutOfRangeException.ThrowIfNegative(DatagramBytesLimit);
        foreach (var share in (double[])[Duplication, Reordering, Loss.InGood, Loss.InBad, Loss.GoodToBad, Loss.BadToGood])
        {
            if (share is not (>= 0 and <= 1)) throw new ArgumentOutOfRangeException(nameof(NetworkProfile), share, "A share is between 0 and 1.");
        }

        return this;
    }
}
