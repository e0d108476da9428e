using System.Text;

namespace Genie.Servers.Probing;

/// <summary>
/// An MQTT broker answers CONNECT with CONNACK (MQTT 5, section 3.2). The protocol has no place for a version;
/// mosquitto and others tell theirs to whoever subscribes to a certain topic.
/// </summary>
internal static class MqttProbe
{
    private const int StandardPort = 1883;
    private const byte ConnectAcknowledged = 0x20;
    private const byte UnsupportedVersion5 = 0x84;
    private const byte UnsupportedVersion3 = 0x01;
    private static readonly TimeSpan VersionTimeout = TimeSpan.FromMilliseconds(500);
    private static readonly byte[] VersionTopic = "$SYS/broker/version"u8.ToArray();

    // Clean start, keep-alive of 10 s, no properties, no client id.
    private static readonly byte[] Connect = [0x10, 13, 0, 4, .. "MQTT"u8, 5, 0x02, 0, 10, 0, 0, 0];
    private static readonly byte[] Subscribe = [0x82, (byte)(VersionTopic.Length + 6), 0, 1, 0, 0, (byte)VersionTopic.Length, .. VersionTopic, 0];

    public static Task<string?> AskAsync(Uri url, CancellationToken cancellationToken) =>
        ProbeConnection.TalkAsync(url, StandardPort, async connection =>
        {
            await connection.SendAsync(Connect, cancellationToken).ConfigureAwait(false);
            await connection.ReceiveAsync(4, cancellationToken).ConfigureAwait(false);
            if (connection.Received[0] != ConnectAcknowledged) return null;
            return connection.Received[3] switch
            {
                0 => await AskVersionAsync(connection, cancellationToken).ConfigureAwait(false) ?? "MQTT 5 broker",
                UnsupportedVersion3 or UnsupportedVersion5 => "MQTT broker older than version 5",
                _ => "MQTT 5 broker that asks for credentials",
            };
        }, cancellationToken);

    private static async Task<string?> AskVersionAsync(ProbeConnection connection, CancellationToken cancellationToken)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(VersionTimeout);
        try
        {
            await connection.SendAsync(Subscribe, timeout.Token).ConfigureAwait(false);
            while (true)
            {
                await connection.ReceiveAsync(timeout.Token).ConfigureAwait(false);
                if (Version(connection.Received) is { } version) return version;
            }
        }
        catch (Exception error) when (error is IOException || (error is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return null;
        }
    }

    /// <summary>The payload of the PUBLISH: after the topic, an empty set of properties and the text <c>mosquitto version 2.0.11</c>.</summary>
    private static string? Version(ReadOnlySpan<byte> received)
    {
        var topic = received.IndexOf(VersionTopic);
        if (topic < 4) return null;
        var end = topic - 2 + received[topic - 3];
        return end <= received.Length && topic + VersionTopic.Length + 1 < end
            ? Encoding.UTF8.GetString(received[(topic + VersionTopic.Length + 1)..end]).Replace("version ", "", StringComparison.Ordinal) : null;
    }
}
