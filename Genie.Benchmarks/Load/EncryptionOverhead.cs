using System.Globalization;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load;

/// <summary>Says on each encrypted row what encryption cost, beside the plain row of the same load and repetition.</summary>
internal static class EncryptionOverhead
{
    /// <summary>The rows, with a remark on those that are encrypted and have a plain one to compare with.</summary>
    public static IReadOnlyList<RunRow> Remark(IReadOnlyList<RunRow> rows) => [.. rows.Select(row => row.Encrypted ? Remark(row, rows) : row)];

    private static RunRow Remark(RunRow encrypted, IReadOnlyList<RunRow> rows)
    {
        var plain = rows.FirstOrDefault(row => row.Broker == encrypted.Broker && row.Client == encrypted.Client && row.Confirmation == encrypted.Confirmation
            && row.Repetition == encrypted.Repetition && LoadShape.Of(row) == LoadShape.Of(encrypted) with { Encrypted = false });
        if (plain is not { Requests: > 0 } || encrypted.Requests == 0) return encrypted;
        var share = encrypted.ThroughputPerSecond / plain.ThroughputPerSecond;
        var more = encrypted.LatencyMicroseconds.Mean - plain.LatencyMicroseconds.Mean;
        var remark = string.Create(CultureInfo.InvariantCulture, $"encrypted: {share:P0} of the plain row's throughput, {more:+0;-0} µs of mean latency");
        return encrypted with { Remarks = [remark, .. encrypted.Remarks] };
    }
}
