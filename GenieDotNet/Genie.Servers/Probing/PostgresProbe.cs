using System.Buffers.Binary;
using System.Text;

namespace Genie.Servers.Probing;

/// <summary>
/// A PostgreSQL server answers a start-up message with an authentication request or an error; where it trusts the
/// caller, with its parameters, the version among them (PostgreSQL documentation, "Message Flow: Start-up").
/// </summary>
internal static class PostgresProbe
{
    private const int StandardPort = 5432;
    private const int Protocol3 = 196608;
    private static readonly byte[] VersionName = "server_version\0"u8.ToArray();

    public static Task<string?> AskAsync(Uri url, CancellationToken cancellationToken) =>
        ProbeConnection.TalkAsync(url, StandardPort, async connection =>
        {
            await connection.SendAsync(StartUp(url), cancellationToken).ConfigureAwait(false);
            await connection.ReceiveAsync(9, cancellationToken).ConfigureAwait(false);
            if (connection.Received[0] == 'E') return "PostgreSQL";
            if (connection.Received[0] != 'R') return null;
            if (BinaryPrimitives.ReadInt32BigEndian(connection.Received[5..]) != 0) return "PostgreSQL that asks for credentials";
            while (true)
            {
                if (Version(connection.Received) is { } version) return $"PostgreSQL {version}";
                await connection.ReceiveAsync(cancellationToken).ConfigureAwait(false);
            }
        }, cancellationToken);

    private static byte[] StartUp(Uri url)
    {
        var user = url.UserInfo.Split(':')[0] is { Length: > 0 } given ? Uri.UnescapeDataString(given) : "postgres";
        var body = Encoding.UTF8.GetBytes($"user\0{user}\0database\0postgres\0\0");
        var message = new byte[8 + body.Length];
        BinaryPrimitives.WriteInt32BigEndian(message, message.Length);
        BinaryPrimitives.WriteInt32BigEndian(message.AsSpan(4), Protocol3);
        body.CopyTo(message, 8);
        return message;
    }

    private static string? Version(ReadOnlySpan<byte> received)
    {
        var start = received.IndexOf(VersionName);
        if (start < 0) return null;
        var value = received[(start + VersionName.Length)..];
        return value.IndexOf((byte)0) is var end and >= 0 ? Encoding.UTF8.GetString(value[..end]).Split(' ')[0] : null;
    }
}
