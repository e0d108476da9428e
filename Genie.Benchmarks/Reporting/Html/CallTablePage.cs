using System.Globalization;
using Genie.Benchmarks.Load.Calls;
using Genie.Benchmarks.Reporting.Calls;
using Genie.Benchmarks.Reporting.Comparison;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>A table of calls as one HTML page: curves over callers, and every figure.</summary>
internal static class CallTablePage
{
    private static readonly IReadOnlyList<string> Titles =
    [
        "calls", "callers", "", "batch", "lowest", "highest", "ratio", "QuicRpc's", "a call", "p50", "p99", "B, client", "B, server", "CPU, client", "CPU, server",
    ];

    /// <summary>The page.</summary>
    public static string Create(CallTable table)
    {
        var page = new HtmlBuilder();
        HtmlPage.Begin(page, $"Calls measured, {HtmlPage.Date(table.Started)}");
        DrawHead(page, table);
        foreach (var network in table.Cells.GroupBy(cell => cell.Network)) DrawNetwork(page, network.Key, [.. network]);
        DrawReading(page, table);
        return HtmlPage.End(page);
    }

    private static void DrawHead(HtmlBuilder page, CallTable table)
    {
        page.Add($"<header><h1>Calls measured</h1>");
        if (table.Partial) page.Add($"<p class=\"alert\" role=\"note\">Partial: the measurement was ended before its last turn.</p>");
        page.Add($"<dl><div><dt>When</dt><dd>{HtmlPage.Date(table.Started)} UTC</dd></div><div><dt>Machine</dt><dd>{HtmlPage.Machine(table.Machine)}</dd></div>");
        page.Add($"<div><dt>Command</dt><dd><code>{table.CommandLine}</code></dd></div></dl>");
        if (table.Targets.Count > 0) HtmlTable.Draw(page, "Targets of Genie.Rpc.Quic", ["", "target", "measured"], table.Targets.Select(target => new[] { CallTableText.Verdict(target), target.Name, target.Measured }), _ => false);
        foreach (var remark in table.Remarks) page.Add($"<p class=\"note\">{remark}</p>");
        page.Add($"</header>");
    }

    private static void DrawNetwork(HtmlBuilder page, string name, IReadOnlyList<CallCell> cells)
    {
        page.Add($"<section><h2>{name}</h2><div class=\"charts\">");
        foreach (var curve in CurvesOf(cells))
        {
            DrawChart(page, $"Time a call, {curve.Name}", curve.Cells, row => row.MicrosecondsPerCall.Median, Figures.Latency);
            DrawChart(page, $"Allocated a call in the client, {curve.Name}", curve.Cells, row => row.ClientAllocatedBytesPerCall.Median, Bytes);
            DrawChart(page, $"Allocated a call in the server, {curve.Name}", curve.Cells, row => row.ServerAllocatedBytesPerCall.Median, Bytes);
        }

        page.Add($"</div>");
        HtmlTable.Draw(page, $"All figures: {name}", Titles, cells.SelectMany(cell => cell.Rows.Select(row => Cells(cell, row))), column => column != 2);
        page.Add($"</section>");
    }

    // Where each number of callers has one size of batch, they make one curve.
    private static IEnumerable<(string Name, IReadOnlyList<CallCell> Cells)> CurvesOf(IReadOnlyList<CallCell> cells)
    {
        var sizes = cells.Select(cell => cell.Calls).Distinct().ToList();
        if (cells.Select(cell => cell.Callers).Distinct().Count() == cells.Count) return [($"batches of {string.Join(" and ", sizes)}", cells)];
        return sizes.Select(size => ($"batches of {size}", (IReadOnlyList<CallCell>)[.. cells.Where(cell => cell.Calls == size)]));
    }

    private static void DrawChart(HtmlBuilder page, string name, IReadOnlyList<CallCell> cells, Func<CallRow, double> of, Func<double, string> label)
    {
        var lines = CallSystem.All.Select(system => (System: system, Points: cells.Select(cell => (cell.Callers, Row: cell.RowOf(system))).Where(point => point.Row is not null && of(point.Row) > 0)
            .Select(point => (point.Callers, Value: of(point.Row!))).OrderBy(point => point.Callers).ToList())).Where(line => line.Points.Count > 0).ToList();
        if (lines.Count == 0) return;
        var values = LogScale.Around([.. lines.SelectMany(line => line.Points).Select(point => point.Value)]);
        var callers = LogScale.Around([.. cells.Select(cell => (double)cell.Callers)]);
        page.Add($"<figure><figcaption>{name}</figcaption>");
        PlotArea.Begin(page, $"{name}: the figures are in the table below");
        foreach (var tick in values.Ticks) PlotArea.HorizontalLine(page, values.At(tick), label(tick));
        foreach (var count in cells.Select(cell => cell.Callers).Distinct()) PlotArea.VerticalLine(page, callers.At(count), Figures.Count(count));
        PlotArea.Title(page, "callers at a time");
        foreach (var (system, points) in lines) LineChart.DrawLine(page, LabelOf(system), LookOf(system), [.. points.Select(point => (callers.At(point.Callers), values.At(point.Value)))]);
        PlotArea.End(page);
        LineChart.DrawLegend(page, lines.Select(line => (LabelOf(line.System), LookOf(line.System))));
        page.Add($"</figure>");
    }

    private static LineLabel LabelOf(CallSystem system) => new(system.Name, system.Title);

    private static SeriesLook LookOf(CallSystem system) => system.Name switch
    {
        "quic" => SeriesLook.Of("quic", "wire"),
        "grpc-http2" => SeriesLook.Of("grpc", "official"),
        "grpc-http3" => SeriesLook.Of("grpc", "other"),
        _ => SeriesLook.Of("loopback", "wire"),
    };

    private static string[] Cells(CallCell cell, CallRow row)
    {
        string[] head = [Figures.Count(cell.Calls), Figures.Count(cell.Callers), row.Title];
        if (row.Error is { } error) return [.. head[..2], $"{row.Title}: {error}"];
        var system = CallSystem.Get(row.System);
        return
        [
            .. head, Milliseconds(row.BatchMilliseconds.Median), Milliseconds(row.BatchMilliseconds.Low), Milliseconds(row.BatchMilliseconds.High),
            CallTableText.Ratio(cell.RatioOf(system)), CallTableText.Ratio(QuicRpcFigures.RatioOf(cell, system)), Figures.Latency(row.MicrosecondsPerCall.Median),
            Figures.Latency(row.CallP50Microseconds.Median), Figures.Latency(row.CallP99Microseconds.Median),
            Figures.Count(row.ClientAllocatedBytesPerCall.Median), Figures.Count(row.ServerAllocatedBytesPerCall.Median),
            Figures.Latency(row.ClientCpuMicrosecondsPerCall.Median), Figures.Latency(row.ServerCpuMicrosecondsPerCall.Median),
        ];
    }

    private static void DrawReading(HtmlBuilder page, CallTable table)
    {
        page.Add($"<section class=\"reading\"><h2>How to read this</h2><ul>");
        string[] sentences =
        [
            $"Client and server of each are processes of their own, connected by one connection with TLS 1.3. The systems have turns one after the other, {table.Repetitions} in each cell; figures are medians of those, and lowest and highest the median's interval.",
            "A call has no argument and no result. Each caller makes one call after the other; a batch is all callers' calls together, and what is written of a call is a batch by its calls. p50 and p99 are of single calls.",
            "The ratio is the batch's time by that of Genie.Rpc.Quic: above 1, Genie.Rpc.Quic was faster. QuicRpc's is what QuicRpc publishes for itself in such a cell, of another machine.",
            "The bare echo sends bytes back on QUIC streams that stay open: no calls that are told apart, no deadlines, no errors.",
        ];
        foreach (var sentence in sentences) page.Add($"<li>{sentence}</li>");
        page.Add($"</ul></section>");
    }

    private static string Milliseconds(double value) => string.Create(CultureInfo.InvariantCulture, $"{value:N1} ms");

    private static string Bytes(double value) => $"{Figures.Short(value)} B";
}
