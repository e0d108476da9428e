using System.Text.Json;
using System.Text.Json.Serialization;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>What the server says of itself in INFO; only what this client acts upon.</summary>
internal sealed partial record NatsServerInfo
{
    [JsonPropertyName("version")]
    public string Version { get; init; } = "";

    [JsonPropertyName("max_payload")]
    public int MaxPayload { get; init; } = 1 << 20;

    /// <summary>The servers of its cluster that clients may go to, <c>host:port</c>; none where it is alone.</summary>
    [JsonPropertyName("connect_urls")]
    public IReadOnlyList<string>? ConnectUrls { get; init; }

    /// <summary>It is about to close ("lame duck"), and takes no new connections.</summary>
    [JsonPropertyName("ldm")]
    public bool IsLameDuck { get; init; }

    [JsonPropertyName("headers")]
    public bool Headers { get; init; }

    [JsonPropertyName("tls_required")]
    public bool TlsRequired { get; init; }

    [JsonPropertyName("tls_available")]
    public bool TlsAvailable { get; init; }

    /// <exception cref="BrokerProtocolException">This is no INFO.</exception>
    public static NatsServerInfo Parse(ReadOnlySpan<byte> json)
    {
        try
        {
            return JsonSerializer.Deserialize(json, Json.Default.NatsServerInfo) ?? throw new BrokerProtocolException(NatsDrivers.Broker, "an empty INFO");
        }
        catch (JsonException error)
        {
            throw new BrokerProtocolException(NatsDrivers.Broker, $"an INFO that cannot be read: {error.Message}");
        }
    }

    [JsonSerializable(typeof(NatsServerInfo))]
    private sealed partial class Json : JsonSerializerContext;
}
