using System.Diagnostics.Metrics;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers.Drivers;
using Genie.Diagnostics.Otlp;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;

namespace Genie.Benchmarks.Reporting.Export;

/// <summary>
/// Results as OpenTelemetry metrics, sent to a collector by OTLP: a gauge for each figure, a point in it for each row. They bear the time at which they are sent; a metric
/// cannot bear an earlier one, so <c>genie.started</c> holds when the run began. Protocol, headers and timeout are as the variables OTEL_EXPORTER_OTLP_* say.
/// Source: OpenTelemetry specification, "OpenTelemetry Protocol Exporter"; names of attributes: semantic conventions, "Messaging" and "Resource".
/// </summary>
internal static class OtlpMetrics
{
    private const string MeterName = "Genie.Bench";

    private static readonly (string Name, string Unit, string Description, Func<RunRow, double> Of)[] Gauges =
    [
        ("genie.bench.throughput", "{message}/s", "Messages a second", row => row.ThroughputPerSecond),
        ("genie.bench.messages", "{message}", "Messages measured", row => row.Requests),
        ("genie.bench.duration", "s", "Measured time", row => row.DurationSeconds),
        ("genie.bench.valid", "1", "1 where the row is valid", row => row.Valid ? 1 : 0),
        ("genie.bench.lost", "{message}", "Messages that never arrived", row => row.Ledger.Lost),
        ("genie.bench.lost_after_confirm", "{message}", "Messages that never arrived though they were confirmed", row => row.Ledger.LostAfterConfirm),
        ("genie.bench.duplicated", "{message}", "Messages that arrived again", row => row.Ledger.Duplicated),
        ("genie.bench.reordered", "{message}", "Messages that were overtaken", row => row.Ledger.Reordered),
        ("genie.bench.corrupted", "{message}", "Messages that arrived damaged", row => row.Ledger.Corrupted),
        ("genie.bench.errors", "{error}", "Requests that failed", row => row.Ledger.Errors),
        ("genie.bench.client.cpu", "s", "Processor time of the client", row => row.ClientProcess.CpuSeconds),
        ("genie.bench.worker.cpu", "s", "Processor time of the worker", row => row.WorkerProcess.CpuSeconds),
    ];

    private static readonly (string Statistic, Func<LatencyFigures, double> Of)[] Latencies =
    [
        ("mean", latency => latency.Mean), ("p50", latency => latency.P50), ("p90", latency => latency.P90), ("p99", latency => latency.P99), ("p99.9", latency => latency.P999), ("max", latency => latency.Max),
    ];

    /// <summary>Sends them.</summary>
    /// <param name="results">The results.</param>
    /// <param name="endpoint">The collector; null for the one that OTEL_EXPORTER_OTLP_METRICS_ENDPOINT or OTEL_EXPORTER_OTLP_ENDPOINT names, or the standard one of this machine.</param>
    /// <exception cref="IOException">The collector did not take them, or one of these variables cannot be read.</exception>
    public static void Send(BenchResults results, Uri? endpoint)
    {
        using var meter = new Meter(MeterName);
        var rows = results.Runs;
        foreach (var (name, unit, description, of) in Gauges) meter.CreateObservableGauge(name, () => rows.Select(row => new Measurement<double>(of(row), AttributesOf(row))), unit, description);
        meter.CreateObservableGauge("genie.bench.latency", () => rows.SelectMany(LatenciesOf), "s", "Latency of a request, or of a message's confirmation");
        var reached = endpoint;
        using var provider = Create();
        // Only a flush tells whether they arrived; what the disposal of the provider sends once more holds nothing.
        var isSent = provider.ForceFlush();
        rows = [];
        if (!isSent) throw new IOException($"The collector at {(reached is null ? "its address" : MaskedText.OfUrl(reached))} did not take the metrics. Name another with --otlp, or set OTEL_EXPORTER_OTLP_PROTOCOL to what it speaks (grpc, http/protobuf).");

        MeterProvider Create()
        {
            try
            {
                return Build();
            }
            catch (FormatException error)
            {
                throw new IOException(error.Message, error);
            }
        }

        MeterProvider Build() => Sdk.CreateMeterProviderBuilder().AddMeter(MeterName)
            .ConfigureResource(resource => resource.AddService("genie", serviceVersion: results.Tool.Split(' ')[^1]).AddAttributes(ResourceOf(results)))
            .AddView(_ => new MetricStreamConfiguration { CardinalityLimit = Math.Max(1, results.Runs.Count) * Latencies.Length })
            .AddOtlpExporter(options => reached = Configure(options, endpoint)).Build();
    }

    // An endpoint that is set in code is taken as it is; the exporter adds the signal's path only to the one of the variable.
    private static Uri Configure(OtlpExporterOptions options, Uri? endpoint)
    {
        OtlpVariables.Apply(options, OtlpVariables.Metrics);
        if (endpoint is not null) options.Endpoint = options.Protocol == OtlpExportProtocol.HttpProtobuf && endpoint.AbsolutePath == "/" ? new Uri(endpoint, "v1/metrics") : endpoint;
        return options.Endpoint;
    }

    private static IEnumerable<Measurement<double>> LatenciesOf(RunRow row) =>
        Latencies.Select(latency => new Measurement<double>(latency.Of(row.LatencyMicroseconds) / 1e6, [.. AttributesOf(row), new("genie.statistic", latency.Statistic)]));

    private static KeyValuePair<string, object?>[] AttributesOf(RunRow row)
    {
        var shape = LoadShape.Of(row);
        return
        [
            new("messaging.system", row.Broker), new("genie.client", row.Client), new("genie.mode", Figures.Name(row.Mode)), new("genie.confirmation", Figures.Name(row.Confirmation)),
            new("genie.connections", row.Connections), new("genie.load", shape.Details), new("genie.round", row.Round), new("genie.repetition", row.Repetition), new("genie.rate_asked", row.RateAsked),
        ];
    }

    private static IEnumerable<KeyValuePair<string, object>> ResourceOf(BenchResults results)
    {
        yield return new("genie.started", results.Started.UtcDateTime.ToString("O"));
        yield return new("host.cpu.model.name", results.Machine.Cpu);
        yield return new("genie.cores", results.Machine.Cores);
        yield return new("os.description", results.Machine.Os);
        yield return new("process.runtime.description", results.Machine.Runtime);
        if (results.Source is not { } source) yield break;
        yield return new("vcs.ref.head.revision", source.Commit);
        yield return new("vcs.ref.head.name", source.Branch);
    }
}
