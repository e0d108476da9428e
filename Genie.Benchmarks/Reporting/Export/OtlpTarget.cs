namespace Genie.Benchmarks.Reporting.Export;

/// <summary>A collector of OpenTelemetry.</summary>
/// <param name="Endpoint">Where it listens; null for the one that OTEL_EXPORTER_OTLP_METRICS_ENDPOINT or OTEL_EXPORTER_OTLP_ENDPOINT names, or the standard one of this machine.</param>
internal sealed record OtlpTarget(Uri? Endpoint);
