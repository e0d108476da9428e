using System.Text;
using System.Text.Json;

namespace Genie.Servers.Probing;

/// <summary>A NATS server greets with INFO and a line of JSON.</summary>
internal static class NatsProbe
{
    public static Task<string?> AskAsync(Uri url, CancellationToken cancellationToken) =>
        ProbeConnection.TalkAsync(url, NatsServer.StandardPort, async connection =>
        {
            do
            {
                await connection.ReceiveAsync(cancellationToken).ConfigureAwait(false);
            }
            while (!connection.Received.Contains((byte)'\n') && connection.Received.StartsWith("INFO "u8[..Math.Min(5, connection.Received.Length)]));
            return Read(Encoding.UTF8.GetString(connection.Received));
        }, cancellationToken);

    private static string? Read(string greeting)
    {
        if (!greeting.StartsWith("INFO ", StringComparison.Ordinal)) return null;
        try
        {
            using var info = JsonDocument.Parse(greeting.AsMemory(5, greeting.IndexOf('\n', StringComparison.Ordinal) - 5));
            return info.RootElement.TryGetProperty("version", out var version) ? $"nats-server {version.GetString()}" : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
