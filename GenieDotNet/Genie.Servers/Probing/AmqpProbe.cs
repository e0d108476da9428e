using System.Buffers.Binary;
using System.Text;

namespace Genie.Servers.Probing;

/// <summary>An AMQP 0-9-1 broker answers the protocol header with connection.start, whose table names product and version (section 2.2.4 and 4.2).</summary>
internal static class AmqpProbe
{
    private const int FrameHeaderBytes = 7;
    private const byte LongString = (byte)'S';

    public static Task<string?> AskAsync(Uri url, CancellationToken cancellationToken) =>
        ProbeConnection.TalkAsync(url, RabbitMqServer.StandardPort, async connection =>
        {
            await connection.SendAsync("AMQP\0\0\u0009\u0001"u8.ToArray(), cancellationToken).ConfigureAwait(false);
            await connection.ReceiveAsync(FrameHeaderBytes, cancellationToken).ConfigureAwait(false);
            if (connection.Received[0] != 1) return null;
            await connection.ReceiveAsync(FrameHeaderBytes + BinaryPrimitives.ReadInt32BigEndian(connection.Received[3..]), cancellationToken).ConfigureAwait(false);
            return Text(connection.Received, "product") is { } product ? $"{product} {Text(connection.Received, "version")}" : null;
        }, cancellationToken);

    /// <summary>The value of a string in the table: a short string for the name, the type, and a long string.</summary>
    private static string? Text(ReadOnlySpan<byte> frame, string name)
    {
        byte[] key = [(byte)name.Length, .. Encoding.ASCII.GetBytes(name), LongString];
        var start = frame.IndexOf(key) + key.Length;
        if (start < key.Length || start + 4 > frame.Length) return null;
        var length = BinaryPrimitives.ReadInt32BigEndian(frame[start..]);
        return length >= 0 && start + 4 + length <= frame.Length ? Encoding.UTF8.GetString(frame.Slice(start + 4, length)) : null;
    }
}
