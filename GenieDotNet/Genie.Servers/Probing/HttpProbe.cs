using System.Text.Json;

namespace Genie.Servers.Probing;

/// <summary>A server that is recognised by what it answers to GET.</summary>
internal static class HttpProbe
{
    /// <summary>Consul tells its version to whoever asks for its own configuration.</summary>
    public static Task<string?> AskConsulAsync(Uri url, CancellationToken cancellationToken) => AskAsync(
        new Uri(url, "/v1/agent/self"),
        static answer => answer.TryGetProperty("Config", out var config) && config.TryGetProperty("Version", out var version) ? $"Consul {version.GetString()}" : null,
        cancellationToken);

    /// <summary>A schema registry tells its level of compatibility.</summary>
    public static Task<string?> AskSchemaRegistryAsync(Uri url, CancellationToken cancellationToken) => AskAsync(
        new Uri(url, "/config"),
        static answer => answer.TryGetProperty("compatibilityLevel", out _) ? "Schema Registry" : null,
        cancellationToken);

    private static async Task<string?> AskAsync(Uri url, Func<JsonElement, string?> recognise, CancellationToken cancellationToken)
    {
        try
        {
            using var client = new HttpClient();
            await using var body = await client.GetStreamAsync(url, cancellationToken).ConfigureAwait(false);
            using var answer = await JsonDocument.ParseAsync(body, default, cancellationToken).ConfigureAwait(false);
            return answer.RootElement.ValueKind == JsonValueKind.Object ? recognise(answer.RootElement) : null;
        }
        catch (Exception error) when (error is HttpRequestException or JsonException or IOException)
        {
            return null;
        }
    }
}
