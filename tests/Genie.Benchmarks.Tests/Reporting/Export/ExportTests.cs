using System.Buffers.Binary;
using System.Globalization;
using System.IO.Compression;
using System.Text;
using System.Xml.Linq;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Export;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Tests.Commands;
using Genie.Testing;
using HdrHistogram;

namespace Genie.Benchmarks.Tests.Reporting.Export;

public sealed class ExportTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Cells_of_a_csv_are_quoted_where_they_must_be_and_are_no_formulas()
    {
        var text = Csv.Create(["a", "b"], [["x,y", "say \"no\""], ["=1+1", "-2.5"]]);
        Assert.Equal("a,b\r\n\"x,y\",\"say \"\"no\"\"\"\r\n'=1+1,-2.5\r\n", text);
    }

    [Fact]
    public async Task A_report_is_written_in_every_format()
    {
        var results = WithLatencies(SampleResults.Create());
        var (json, csv, junit, hdr) = (In("r.json"), In("r.csv"), In("r.xml"), In("r.hlog"));
        await ResultsFile.WriteAsync(json, results, CancellationToken.None);
        Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync(["report", json, "--quiet", "--csv", csv, "--junit", junit, "--hdr", hdr])).ExitCode);
        Assert.Equal(1 + results.Runs.Count, (await File.ReadAllLinesAsync(csv)).Length);
        var suite = XDocument.Load(junit).Root!;
        Assert.Equal(results.Runs.Count, suite.Elements("testcase").Count());
        Assert.Equal(results.Runs.Count(row => !row.Valid).ToString(CultureInfo.InvariantCulture), suite.Attribute("failures")!.Value);
        Assert.Equal(results.Runs.Count(row => !row.Valid), suite.Descendants("failure").Count());
    }

    [Fact]
    public void The_reference_implementation_reads_the_log_of_latencies()
    {
        using var stream = new MemoryStream();
        var results = WithLatencies(SampleResults.Create());
        HdrLog.Write(stream, results);
        Assert.StartsWith("#[Histogram log format version 1.3]", Encoding.ASCII.GetString(stream.ToArray()), StringComparison.Ordinal);
        using var reader = new HistogramLogReader(new MemoryStream(stream.ToArray()));
        var histograms = reader.ReadHistograms().ToList();
        Assert.Equal(results.Runs.Count, histograms.Count);
        Assert.All(histograms, histogram =>
        {
            Assert.Equal(1000, histogram.TotalCount);
            Assert.InRange(histogram.GetValueAtPercentile(50), 499_000, 501_000);
        });
        Assert.Contains(histograms, histogram => histogram.Tag == "nats.wire.round-trip.buffered.c32.r1");
    }

    [Fact]
    public void Latencies_are_whole_zlib_streams_for_other_languages_readers()
    {
        using var stream = new MemoryStream();
        HdrLog.Write(stream, WithLatencies(SampleResults.Create()));
        var lines = Encoding.UTF8.GetString(stream.ToArray()).Split('\n').Where(line => line.StartsWith("Tag=", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(lines);
        foreach (var bytes in lines.Select(line => Convert.FromBase64String(line[(line.LastIndexOf(',') + 1)..].Trim())))
        {
            Assert.Equal(bytes.Length - 8, BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(4)));
            using var counts = new MemoryStream();
            using (var inflating = new DeflateStream(new MemoryStream(bytes, 10, bytes.Length - 14), CompressionMode.Decompress)) inflating.CopyTo(counts);

            // Adler-32 (RFC 1950, 2.2).
            var (a, b) = (1u, 0u);
            foreach (var each in counts.ToArray())
            {
                a = (a + each) % 65_521;
                b = (b + a) % 65_521;
            }

            Assert.Equal((b << 16) | a, BinaryPrimitives.ReadUInt32BigEndian(bytes.AsSpan(bytes.Length - 4)));
        }
    }

    [Fact]
    public async Task A_summary_outside_of_a_workflow_fails_with_a_reason()
    {
        var json = In("r.json");
        await ResultsFile.WriteAsync(json, SampleResults.Create(), CancellationToken.None);
        var run = await GenieProcess.RunInAsync(_folder.Path, ["report", json, "--summary", "--quiet"]);
        Assert.True(run.ExitCode == ExitCode.Failure && run.Error.Contains(ReportExports.SummaryVariable, StringComparison.Ordinal), run.Error);
    }

    [Fact]
    public void What_xml_cannot_hold_is_replaced() =>
        Assert.Contains("a?b", JUnit.Create("suite", [("c", "a\u0001b", 1, null)]), StringComparison.Ordinal);

    private static BenchResults WithLatencies(BenchResults results)
    {
        var histogram = new LatencyHistogram();
        for (var i = 1; i <= 1000; i++) histogram.Record(i * 1000);
        var text = HistogramText.Write(histogram);
        return results with { Runs = [.. results.Runs.Select(row => row with { LatencyHistogram = text })] };
    }

    private string In(string file) => Path.Combine(_folder.Path, file);
}
