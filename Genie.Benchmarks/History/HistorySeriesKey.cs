using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.History;

/// <summary>What rows of different measurements must have in common to be compared.</summary>
/// <param name="Machine">The machine: processor, cores and operating system. Its memory and the runtime's patch release may differ.</param>
/// <param name="Load">The load.</param>
/// <param name="Broker">The system.</param>
/// <param name="Client">The client.</param>
/// <param name="Confirmation">Where a message had arrived when it counted as sent.</param>
internal sealed record HistorySeriesKey(string Machine, LoadShape Load, string Broker, string Client, Confirmation Confirmation)
{
    /// <summary>That of a row.</summary>
    public static HistorySeriesKey Of(MachineFacts machine, RunRow row) =>
        new(MachineOf(machine), LoadShape.Of(row), row.Broker, row.Client, row.Confirmation);

    /// <summary>What makes a machine the same one.</summary>
    public static string MachineOf(MachineFacts machine) => $"{machine.Cpu}, {machine.Cores} cores, {machine.Os}";

    /// <summary>What is measured: <c>nats (wire), buffered: Round trip, 32 connections</c>.</summary>
    public string Name => $"{Broker} ({Client}), {Figures.Name(Confirmation)}: {Load.Title}";
}
