using System.Globalization;
using OpenTelemetry.Exporter;

namespace Genie.Diagnostics.Otlp;

/// <summary>
/// The variables of OpenTelemetry's exporter, those of one signal before those of all. The library reads the latter alone for an exporter of its own, and takes a comma of a value in the headers for
/// the end of it. Source: OpenTelemetry specification, "OpenTelemetry Protocol Exporter"; "Propagators", W3C Baggage, for the headers.
/// </summary>
internal static class OtlpVariables
{
    public const string Metrics = "METRICS";
    public const string Traces = "TRACES";
    public const string Logs = "LOGS";

    private const string Prefix = "OTEL_EXPORTER_OTLP_";
    private const string Endpoint = "ENDPOINT";

    /// <summary>True if a collector is named for a signal, or for all.</summary>
    public static bool NameCollector(string signal) => ValueOf(Prefix + Endpoint) is not null || ValueOf(Named(signal, Endpoint)) is not null;

    /// <summary>Sets an exporter's options.</summary>
    /// <param name="options">The options, as the library has read the variables of all signals.</param>
    /// <param name="signal"><see cref="Metrics"/>, <see cref="Traces"/> or <see cref="Logs"/>.</param>
    /// <exception cref="FormatException">A variable cannot be read; its value, which may be a secret, is not repeated.</exception>
    public static void Apply(OtlpExporterOptions options, string signal)
    {
        if (ValueOf(Named(signal, "PROTOCOL")) is { } protocol)
        {
            options.Protocol = protocol.Trim() switch
            {
                "grpc" => OtlpExportProtocol.Grpc,
                "http/protobuf" => OtlpExportProtocol.HttpProtobuf,
                _ => throw new FormatException($"{Named(signal, "PROTOCOL")} is neither grpc nor http/protobuf."),
            };
        }

        // It is taken as it is: no path is added to it.
        if (ValueOf(Named(signal, Endpoint)) is { } endpoint) options.Endpoint = ReadUrl(Named(signal, Endpoint), endpoint);
        if (ValueOf(Named(signal, "TIMEOUT")) is { } timeout)
        {
            options.TimeoutMilliseconds = int.TryParse(timeout, NumberStyles.None, CultureInfo.InvariantCulture, out var milliseconds) && milliseconds > 0 ? milliseconds
                : throw new FormatException($"{Named(signal, "TIMEOUT")} is no number of milliseconds.");
        }

        var name = ValueOf(Named(signal, "HEADERS")) is null ? Prefix + "HEADERS" : Named(signal, "HEADERS");
        if (ValueOf(name) is { } text) SetHeaders(options, ReadHeaders(name, text));
    }

    private static void SetHeaders(OtlpExporterOptions options, List<(string Name, string Value)> headers)
    {
        // What the library has read of them it would read again, by its own rules.
        options.Headers = null;
        var create = options.HttpClientFactory;
        options.HttpClientFactory = () =>
        {
            var client = create();
            foreach (var (name, value) in headers) client.DefaultRequestHeaders.TryAddWithoutValidation(name, value);
            return client;
        };
    }

    private static List<(string Name, string Value)> ReadHeaders(string variable, string text)
    {
        List<(string Name, string Value)> headers = [];
        using var known = new HttpRequestMessage();
        foreach (var pair in text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            var equals = pair.IndexOf('=', StringComparison.Ordinal);
            if (equals <= 0) throw new FormatException($"{variable}: header {headers.Count + 1} has no name and value; write name=value,name=value, a comma of a value as %2C.");
            var (name, value) = (Uri.UnescapeDataString(pair[..equals]).Trim(), Uri.UnescapeDataString(pair[(equals + 1)..]).Trim());
            if (value.AsSpan().ContainsAny('\r', '\n', '\0') || !known.Headers.TryAddWithoutValidation(name, value)) throw new FormatException($"{variable}: header {headers.Count + 1} cannot be sent: its name or its value has letters that no header has.");
            headers.Add((name, value));
        }

        return headers;
    }

    private static Uri ReadUrl(string variable, string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var url) && (url.Scheme == Uri.UriSchemeHttp || url.Scheme == Uri.UriSchemeHttps) ? url
            : throw new FormatException($"{variable} is no URL; write one like http://localhost:4318/v1/metrics.");

    private static string Named(string signal, string name) => $"{Prefix}{signal}_{name}";

    // A variable that is empty is as good as none, by the specification.
    private static string? ValueOf(string name) => Environment.GetEnvironmentVariable(name) is { Length: > 0 } value ? value : null;
}
