using Genie.Benchmarks.Commands.Proxy;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>What happens to the network before a server while a row is measured.</summary>
/// <param name="At">When, from the beginning of the measured time on.</param>
/// <param name="Step">What.</param>
/// <param name="Text">Both, as they were asked for: <c>3s reset</c>.</param>
internal sealed record BenchFault(TimeSpan At, ProxyStep Step, string Text)
{
    /// <summary>Reads <c>3s reset</c>, <c>5s stall to-server</c>, <c>7s heal</c>.</summary>
    /// <exception cref="FormatException">It says what is wrong.</exception>
    public static BenchFault Parse(string text)
    {
        var parts = text.Split(' ', 2, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        if (parts.Length < 2) throw new FormatException($"'{text}' is no time with a fault, as in 3s reset. Known: {string.Join(", ", ProxyStep.OfStreams)}.");
        var at = Quantity.ParseDuration(parts[0]);
        return at >= TimeSpan.Zero ? new BenchFault(at, ProxyStep.Parse(parts[1], ProxyStep.OfStreams), text) : throw new FormatException($"'{text}' is before the beginning.");
    }
}
