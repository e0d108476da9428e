using System.Globalization;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Agents.Crews;

/// <summary>When a machine that took part was at its own limits, so that it may be what was measured.</summary>
internal static class AgentRules
{
    /// <summary>The share of its processors above which it is.</summary>
    public const double CpuShareMax = 0.9;

    /// <summary>The share of the bandwidth above which it is.</summary>
    public const double BandwidthShareMax = 0.7;

    private const double MicrosecondsPerMillisecond = 1e3;

    /// <summary>What is to be marked on a row; nothing where the machine had room.</summary>
    public static IEnumerable<RowMark> Marks(AgentFigures agent)
    {
        if (agent.CpuShare > CpuShareMax) yield return Mark(agent, $"used {agent.CpuShare:P0} of its processors");
        if (Share(agent) is > BandwidthShareMax and var share) yield return Mark(agent, $"used {share:P0} of its bandwidth");
    }

    /// <summary>The larger of the shares that were used of the bandwidth to it and from it; null where one is not known.</summary>
    public static double? Share(AgentFigures agent) =>
        agent is { ReceivedBytesPerSecond: { } received, SentBytesPerSecond: { } sent, ToAgentBytesPerSecond: > 0 and var to, FromAgentBytesPerSecond: > 0 and var from }
            ? Math.Max(received / to, sent / from) : null;

    /// <summary>What is known of it, in a line.</summary>
    public static string Describe(AgentFigures agent)
    {
        List<string> parts = [$"{agent.Role} at '{agent.Name}'{(agent.Address is { } address ? $" ({address})" : "")}"];
        if (agent.Connections > 0) parts.Add(string.Create(CultureInfo.InvariantCulture, $"{agent.Connections:N0} connections, {agent.Requests:N0} requests"));
        if (agent.Address is not null) parts.Add(string.Create(CultureInfo.InvariantCulture, $"clock {agent.ClockOffsetMicroseconds / MicrosecondsPerMillisecond:+0.000;-0.000} ms, known to {agent.ClockUncertaintyMicroseconds:0} us"));
        if (agent.CpuShare is { } cpu) parts.Add(string.Create(CultureInfo.InvariantCulture, $"processors {cpu:P0} busy"));
        if (Share(agent) is { } share) parts.Add(string.Create(CultureInfo.InvariantCulture, $"{share:P0} of the bandwidth"));
        return string.Join("; ", parts);
    }

    private static RowMark Mark(AgentFigures agent, FormattableString what) =>
        new(RowMarkKinds.AgentSaturated, $"the machine of {agent.Role} '{agent.Name}' {FormattableString.Invariant(what)}: it may be what was measured");
}
