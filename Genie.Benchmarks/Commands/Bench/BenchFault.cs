using Genie.Benchmarks.Commands.Proxy;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>What happens to a server, or to the network before it, while a row is measured.</summary>
/// <param name="At">When, from the beginning of the measured time on.</param>
/// <param name="OfNetwork">What happens to the network; null if it is the server's.</param>
/// <param name="OfServer">What happens to the server's process; null if it is the network's.</param>
/// <param name="Text">Time and fault, as they were asked for: <c>3s reset</c>.</param>
internal sealed record BenchFault(TimeSpan At, ProxyStep? OfNetwork, ServerStep? OfServer, string Text)
{
    /// <summary>The first words of all faults.</summary>
    public static IReadOnlyList<string> Known { get; } = [.. ProxyStep.OfStreams, .. ServerSteps.Words];

    /// <summary>Reads <c>3s reset</c>, <c>5s stall to-server</c>, <c>7s heal</c>, <c>8s kill-server</c>.</summary>
    /// <exception cref="FormatException">It says what is wrong.</exception>
    public static BenchFault Parse(string text)
    {
        var parts = text.Split(' ', 2, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        if (parts.Length < 2) throw new FormatException($"'{text}' is no time with a fault, as in 3s reset. Known: {string.Join(", ", Known)}.");
        var at = Quantity.ParseDuration(parts[0]);
        if (at < TimeSpan.Zero) throw new FormatException($"'{text}' is before the beginning.");
        return ServerSteps.Find(parts[1]) is { } server ? new BenchFault(at, null, server, text) : new BenchFault(at, ProxyStep.Parse(parts[1], Known), null, text);
    }
}
