using System.Globalization;

namespace Genie.Benchmarks.Agents.Usage;

/// <summary>What the networks of a machine, or of a network namespace, have carried. Source: proc_pid_net(5), <c>/proc/net/dev</c>.</summary>
internal static class NetworkBytes
{
    private const int SentField = 8;
    private const string Loopback = "lo";

    /// <summary>Bytes received and sent over all but the loopback; null elsewhere than on Linux.</summary>
    public static (long Received, long Sent)? Read() => OperatingSystem.IsLinux() ? Parse(File.ReadLines("/proc/self/net/dev")) : null;

    /// <summary>The same from the file's lines.</summary>
    internal static (long Received, long Sent) Parse(IEnumerable<string> lines)
    {
        long received = 0, sent = 0;
        foreach (var line in lines)
        {
            if (line.Split(':') is not [var name, var counts] || name.Trim() == Loopback) continue;
            var fields = counts.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (fields.Length <= SentField) continue;
            received += long.Parse(fields[0], CultureInfo.InvariantCulture);
            sent += long.Parse(fields[SentField], CultureInfo.InvariantCulture);
        }

        return (received, sent);
    }
}
