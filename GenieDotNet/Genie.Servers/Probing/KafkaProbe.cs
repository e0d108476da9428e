using System.Buffers.Binary;

namespace Genie.Servers.Probing;

/// <summary>A Kafka broker answers ApiVersions (key 18), also before authentication, with the same correlation id. It does not tell its version.</summary>
internal static class KafkaProbe
{
    private const int StandardPort = 9092;
    private const int Correlation = 0x47454E49;

    // Length, api key 18, version 0, correlation id, no client id.
    private static readonly byte[] Request = [0, 0, 0, 10, 0, 18, 0, 0, 0x47, 0x45, 0x4E, 0x49, 0xFF, 0xFF];

    public static Task<string?> AskAsync(Uri url, CancellationToken cancellationToken) =>
        ProbeConnection.TalkAsync(url, StandardPort, async connection =>
        {
            await connection.SendAsync(Request, cancellationToken).ConfigureAwait(false);
            await connection.ReceiveAsync(10, cancellationToken).ConfigureAwait(false);
            return BinaryPrimitives.ReadInt32BigEndian(connection.Received[4..]) == Correlation ? "Kafka broker" : null;
        }, cancellationToken);
}
