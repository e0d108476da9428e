using System.Globalization;
using System.Text;
using Genie.Benchmarks.Load.Calls;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Terminal;

namespace Genie.Benchmarks.Reporting.Calls;

/// <summary>A table of calls for a terminal of 80 columns.</summary>
internal static class CallTableText
{
    /// <summary>What the columns are.</summary>
    public const string Legend = "ms: of a batch, the median; ratio: to Genie.Rpc.Quic; QuicRpc: the ratio that QuicRpc publishes for this cell; B: bytes allocated a call, in the client and in the server.";

    /// <summary>All of it.</summary>
    public static string Create(CallTable table)
    {
        var text = new StringBuilder();
        foreach (var network in table.Cells.GroupBy(cell => cell.Network))
        {
            text.AppendLine(network.Key);
            text.AppendLine(Line("calls", "callers", "", "ms", "ratio", "QuicRpc", "client B", "server B"));
            foreach (var line in network.SelectMany(LinesOf)) text.AppendLine(line);
            text.AppendLine();
        }

        WrappedText.Append(text, Legend);
        text.AppendLine();
        foreach (var target in table.Targets) WrappedText.Append(text, $"{Verdict(target)} {target.Name}: {target.Measured}", hanging: 7);
        foreach (var remark in table.Remarks) WrappedText.Append(text, $"- {remark}", hanging: 2);
        if (table.Partial) text.AppendLine("Partial: the measurement was ended before its last turn.");
        return text.ToString();
    }

    /// <summary>The lines of one cell.</summary>
    public static IEnumerable<string> LinesOf(CallCell cell)
    {
        foreach (var (index, row) in cell.Rows.Index())
        {
            var (calls, callers) = index == 0 ? ($"{cell.Calls}", $"{cell.Callers}") : ("", "");
            if (row.Error is { } error)
            {
                var text = new StringBuilder();
                WrappedText.Append(text, $"{row.Title}: {error}", indent: 16);
                yield return text.ToString().TrimEnd();
                continue;
            }

            yield return Line(
                calls, callers, row.Title, row.BatchMilliseconds.Median.ToString("N1", CultureInfo.InvariantCulture), Ratio(cell.RatioOf(CallSystem.Get(row.System))),
                Ratio(QuicRpcFigures.RatioOf(cell, CallSystem.Get(row.System))), Figures.Count(row.ClientAllocatedBytesPerCall.Median), Figures.Count(row.ServerAllocatedBytesPerCall.Median));
        }
    }

    /// <summary>The word for a target.</summary>
    public static string Verdict(CallTarget target) => target.Held ? "held" : "MISSED";

    /// <summary>A ratio, or nothing.</summary>
    public static string Ratio(double? ratio) => ratio?.ToString("0.00", CultureInfo.InvariantCulture) ?? "";

    private static string Line(string calls, string callers, string system, string milliseconds, string ratio, string published, string client, string server) =>
        $"{calls,6} {callers,7}  {system,-16} {milliseconds,10} {ratio,7} {published,8} {client,9} {server,9}".TrimEnd();
}
