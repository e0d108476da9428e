using System.Globalization;
using Genie.Faults;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>The way between client and server.</summary>
/// <param name="Name">Its name: <c>loopback</c>, <c>35 ms, 3 % lost</c>.</param>
/// <param name="Profile">What is between client and server; null for nothing.</param>
internal sealed record CallNetwork(string Name, NetworkProfile? Profile)
{
    /// <summary>The mean of a ping in QuicRpc's tables.</summary>
    private static readonly TimeSpan RoundTrip = TimeSpan.FromMilliseconds(35);

    /// <summary>Client and server on one machine, with nothing between them.</summary>
    public static CallNetwork Loopback { get; } = new("loopback", null);

    /// <summary>True if there is a distance between them.</summary>
    public bool IsRemote => Profile is not null;

    /// <summary>The share of packets that is lost in each direction, 0 to 1.</summary>
    public double LossShare => Profile?.Loss.Mean ?? 0;

    /// <summary>Both ends 35 ms apart, with a share of packets lost in each direction.</summary>
    public static CallNetwork Remote(double lossShare) => new(
        string.Create(CultureInfo.InvariantCulture, $"{RoundTrip.TotalMilliseconds} ms, {lossShare * 100:0.###} % lost"),
        new NetworkProfile { RoundTrip = RoundTrip, Loss = PacketLoss.Uniform(lossShare) });
}
