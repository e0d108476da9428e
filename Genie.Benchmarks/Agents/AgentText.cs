using System.Globalization;
using Genie.Benchmarks.Agents.Clocks;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Agents;

/// <summary>What is known of agents, in words.</summary>
internal static class AgentText
{
    private const double NanosecondsPerMicrosecond = 1e3;
    private const double NanosecondsPerMillisecond = 1e6;
    private const double BitsPerMegabit = 1e6 / 8;

    /// <summary>A machine: <c>2 processors, Debian GNU/Linux 12</c>.</summary>
    public static string Machine(MachineFacts machine) => $"{machine.Cores} processor{(machine.Cores == 1 ? "" : "s")}, {machine.Os}";

    /// <summary>A clock: <c>clock +1.204 ms from here, to 38 us</c>.</summary>
    public static string Clock(ClockEstimate clock) => string.Create(
        CultureInfo.InvariantCulture, $"clock {clock.WallNanoseconds / NanosecondsPerMillisecond:+0.000;-0.000} ms from here, to {clock.UncertaintyNanoseconds / NanosecondsPerMicrosecond:0} us");

    /// <summary>Bytes a second, as networks count: <c>940 Mbit/s</c>.</summary>
    public static string Bandwidth(double bytesPerSecond) => string.Create(CultureInfo.InvariantCulture, $"{bytesPerSecond / BitsPerMegabit:0.#} Mbit/s");
}
