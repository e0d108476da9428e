using System.Diagnostics;
using Genie.Benchmarks.Measurement;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Soak.Udp.Peers;

/// <summary>Reads what this process and its connections hold.</summary>
internal static class SoakMeter
{
    private const double BytesPerKibibyte = 1_024;

    /// <summary>Memory, handles, threads and pools.</summary>
    public static SoakResources Resources(IReadOnlyList<DatagramEndpoint> endpoints)
    {
        using var process = Process.GetCurrentProcess();
        return new SoakResources
        {
            Process = ResourceSample.Now(),
            Threads = process.Threads.Count,
            PooledKibibytes = Math.Round(endpoints.Sum(static endpoint => endpoint.PooledBytes) / BytesPerKibibyte, 1),
        };
    }

    /// <summary>What all connections have measured.</summary>
    public static SoakTraffic Sum(IReadOnlyList<ConnectionStatistics> statistics) => new()
    {
        PacketsSent = statistics.Sum(static one => one.PacketsSent),
        PacketsLost = statistics.Sum(static one => one.PacketsLost),
        SpuriousLosses = statistics.Sum(static one => one.SpuriousLosses),
        DuplicatesReceived = statistics.Sum(static one => one.DuplicatesReceived),
        AuthenticationFailures = statistics.Sum(static one => one.AuthenticationFailures),
        KeyUpdates = statistics.Sum(static one => one.KeyUpdates),
        BytesSent = statistics.Sum(static one => one.BytesSent),
        BytesSavedByCompression = statistics.Sum(static one => one.BytesSavedByCompression),
    };

    /// <summary>The middle one of their round trips; 0 where there is none.</summary>
    public static long MedianRoundTrip(IReadOnlyList<ConnectionStatistics> statistics)
    {
        long[] sorted = [.. statistics.Select(static one => one.RoundTripMicroseconds).Order()];
        return sorted.Length == 0 ? 0 : sorted[sorted.Length / 2];
    }
}
