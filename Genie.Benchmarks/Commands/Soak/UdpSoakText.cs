using System.Globalization;
using System.Text;
using Genie.Benchmarks.Load.Soak;
using Genie.Benchmarks.Load.Soak.Udp;
using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Benchmarks.Load.Soak.Udp.Verdicts;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Terminal;

namespace Genie.Benchmarks.Commands.Soak;

/// <summary>A result in words and tables: Markdown, in lines that a terminal of 80 columns holds.</summary>
internal static class UdpSoakText
{
    private const double BytesPerMebibyte = 1_048_576;
    private const int RowsOfTime = 7;

    /// <summary>The text.</summary>
    public static string Create(UdpSoakResult result)
    {
        var text = new StringBuilder();
        WrappedText.Append(text, $"**{Verdict(result)}**");
        text.AppendLine();
        WrappedText.Append(text, $"{Time(result.Soak.ElapsedSeconds)} of {result.Soak.Plan.Describe()}. {Machine(result)}");
        text.AppendLine().Append(Counts(result)).AppendLine().Append(OverTime(result));
        AppendList(text, result.Soak.Interruptions.Select(static interruption => FormattableString.Invariant(
            $"Interrupted after {Time(interruption.AtSeconds)}: {interruption.Cause}; {interruption.Unaccounted:N0} reliable messages were under way, and are in no other count.")));
        AppendList(text, result.Drifts.Select(static drift => $"Drift: {drift}"));
        AppendList(text, result.Soak.Notes);
        return text.ToString();
    }

    /// <summary>The answer in a line.</summary>
    public static string Verdict(UdpSoakResult result)
    {
        var part = result.Complete ? "" : FormattableString.Invariant($" so far (after {Time(result.Soak.ElapsedSeconds)} of {Time(result.Soak.Plan.DurationSeconds)})");
        if (!result.Held) return $"Not held{part}: {string.Join("; ", result.Reasons)}.";
        var memory = result.MemoryJudged ? "memory and handles are flat" : "too short to tell whether memory is flat";
        return FormattableString.Invariant($"Held{part}: {Reliable(result.Soak):N0} reliable messages, each once, in order and unchanged; no unreliable one twice; {memory}.");
    }

    /// <summary>Reliable messages that arrived.</summary>
    public static long Reliable(UdpSoakState state) => SoakStreams.OfReliable(state.Counts.Received);

    /// <summary>A length of time.</summary>
    public static string Time(double seconds) => seconds switch
    {
        >= 5400 => string.Create(CultureInfo.InvariantCulture, $"{seconds / 3600:0.0#} h"),
        >= 90 => string.Create(CultureInfo.InvariantCulture, $"{seconds / 60:0.#} min"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{seconds:0.#} s"),
    };

    private static string Machine(UdpSoakResult result)
    {
        var load = result.MachineLoad is { } figures ? FormattableString.Invariant($"; {figures.BusyShare:P0} busy with this and other work, load average {figures.LoadAverage:0.0} at the end") : "";
        return FormattableString.Invariant($"Machine: {result.Machine.Cpu}, {result.Machine.Cores} processors, {result.Machine.MemoryMebibytes / 1024.0:0} GB, {result.Machine.Os}, {result.Machine.Runtime}{load}.");
    }

    private static string Counts(UdpSoakResult result)
    {
        var (counts, latency) = (result.Soak.Counts, result.Latency);
        var anomalies = counts.Anomalies;
        return MarkdownTable.Create(["counted", ""],
        [
            ["reliable messages sent, received", Pair(SoakStreams.OfReliable(counts.Sent), Reliable(result.Soak))],
            ["of those 6 KB, in fragments", Pair(counts.Sent[(int)SoakStream.Fragmented], counts.Received[(int)SoakStream.Fragmented])],
            ["unreliable and sequenced ones", Pair(Unreliable(counts.Sent), Unreliable(counts.Received))],
            ["lost, doubled, out of order, corrupted", Figures(anomalies.Lost, anomalies.Doubled, anomalies.OutOfOrder, anomalies.Corrupted)],
            ["unexpected disconnects, errors", Pair(anomalies.Disconnects, anomalies.Errors)],
            ["latency one way p50, p99, p99.9, max", FormattableString.Invariant($"{latency.P50 / 1e3:0} / {latency.P99 / 1e3:0} / {latency.P999 / 1e3:0} / {latency.Max / 1e3:0} ms")],
            ["datagrams through the network", Figures(counts.Network.Datagrams)],
            ["it lost, doubled, reordered", Figures(counts.Network.Lost, counts.Network.Duplicated, counts.Network.Reordered)],
            ["it found too large, had no room for", Pair(counts.Network.TooLarge, counts.Network.Overflowed)],
            ["packets taken for lost, wrongly so", Pair(counts.Traffic.PacketsLost, counts.Traffic.SpuriousLosses)],
            ["packets received twice, not authentic", Pair(counts.Traffic.DuplicatesReceived, counts.Traffic.AuthenticationFailures)],
            ["key updates", Figures(counts.Traffic.KeyUpdates)],
            ["MiB sent, saved by compression", FormattableString.Invariant($"{counts.Traffic.BytesSent / BytesPerMebibyte:N0} / {counts.Traffic.BytesSavedByCompression / BytesPerMebibyte:N0}")],
            ["messages refused, ticks left out", Pair(counts.Refused, counts.SkippedTicks)],
        ], static column => column > 0);
    }

    private static string OverTime(UdpSoakResult result)
    {
        var state = result.Soak;
        if (state.Samples.Count == 0) return "";
        var rows = Enumerable.Range(0, RowsOfTime).Select(i => state.Samples[i * (state.Samples.Count - 1) / (RowsOfTime - 1)]).Distinct()
            .Select(static sample => (IReadOnlyList<string?>)
            [
                Time(sample.Second + sample.Seconds), Mebibytes(sample.Clients.Process.RssMebibytes, sample.Clients.Process.HeapMebibytes), Mebibytes(sample.Server.Process.RssMebibytes, sample.Server.Process.HeapMebibytes),
                FormattableString.Invariant($"{sample.Clients.Process.Handles}/{sample.Server.Process.Handles}"), FormattableString.Invariant($"{sample.Clients.Threads}/{sample.Server.Threads}"),
                FormattableString.Invariant($"{sample.Clients.PooledKibibytes:0}/{sample.Server.PooledKibibytes:0}"), FormattableString.Invariant($"{sample.P50Microseconds / 1e3:0}/{sample.P99Microseconds / 1e3:0} ms"),
            ]);
        var text = new StringBuilder();
        text.Append(MarkdownTable.Create(["after", "clients", "server", "handles", "threads", "pools", "p50/p99"], [.. rows], static _ => true)).AppendLine();
        WrappedText.Append(text, "Memory in MiB, resident (managed heap); pools in KiB; clients/server." + (result.MemoryJudged ? Slopes(state) : ""));
        return text.ToString();
    }

    private static string Slopes(UdpSoakState state)
    {
        // Each leg has processes of its own.
        SoakSample[] last = [.. state.Samples.Where(sample => sample.Leg == state.Samples[^1].Leg)];
        var slopes = new (string Name, Func<SoakSample, double> Of)[] { ("clients", static sample => sample.Clients.Process.RssMebibytes), ("server", static sample => sample.Server.Process.RssMebibytes) }
            .Select(side => (side.Name, Slope: Curve(last, side.Of).BytesPerHour(TimeSpan.FromSeconds((last[0].Second + last[^1].Second) / 2.0 - last[0].Second))))
            .Where(static side => side.Slope is not null).Select(static side => FormattableString.Invariant($"{side.Name} {side.Slope / BytesPerMebibyte:+0.0;-0.0;0.0}"));
        return string.Join(", ", slopes) is { Length: > 0 } text ? $" Slope over the last half, MiB an hour: {text}." : "";
    }

    private static MemoryCurve Curve(SoakSample[] samples, Func<SoakSample, double> of)
    {
        var curve = new MemoryCurve((long)(of(samples[0]) * BytesPerMebibyte));
        foreach (var sample in samples[1..]) curve.Add(TimeSpan.FromSeconds(sample.Second - samples[0].Second), (long)(of(sample) * BytesPerMebibyte));
        return curve;
    }

    private static void AppendList(StringBuilder text, IEnumerable<string> lines)
    {
        var isFirst = true;
        foreach (var line in lines)
        {
            if (isFirst) text.AppendLine();
            isFirst = false;
            WrappedText.Append(text, $"- {line.Printable()}", hanging: 2);
        }
    }

    private static long Unreliable(long[] counts) => counts[(int)SoakStream.Unreliable] + counts[(int)SoakStream.Sequenced];

    private static string Mebibytes(double resident, double heap) => FormattableString.Invariant($"{resident:0} ({heap:0})");

    private static string Pair(long one, long other) => Figures(one, other);

    private static string Figures(params long[] figures) => string.Join(" / ", figures.Select(static figure => figure.ToString("N0", CultureInfo.InvariantCulture)));
}
