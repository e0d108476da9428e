using System.Text;

namespace Genie.Servers.Probing;

/// <summary>
/// A Redis server answers INFO with a bulk string of lines, its version among them, or with an error that asks for a password (Redis
/// serialization protocol, "Inline commands", "Bulk strings" and "Simple errors").
/// </summary>
internal static class RedisProbe
{
    private const string VersionName = "redis_version:";
    private const string PasswordWanted = "-NOAUTH ";
    private static readonly byte[] Request = [.. "INFO server\r\n"u8];

    public static Task<string?> AskAsync(Uri url, CancellationToken cancellationToken) =>
        ProbeConnection.TalkAsync(url, RedisServer.StandardPort, async connection =>
        {
            await connection.SendAsync(Request, cancellationToken).ConfigureAwait(false);
            while (true)
            {
                await connection.ReceiveAsync(cancellationToken).ConfigureAwait(false);
                var text = Encoding.ASCII.GetString(connection.Received);
                if (text[0] is not ('$' or '-')) return null;
                if (text.StartsWith(PasswordWanted, StringComparison.Ordinal)) return "Redis that asks for a password";
                if (text[0] == '-' && text.Contains('\n', StringComparison.Ordinal)) return null;
                if (Version(text) is { } version) return $"Redis {version}";
            }
        }, cancellationToken);

    /// <summary>The version, once its line is complete.</summary>
    private static string? Version(string text)
    {
        var start = text.IndexOf(VersionName, StringComparison.Ordinal);
        var end = start < 0 ? -1 : text.IndexOf('\r', start);
        return end < 0 ? null : text[(start + VersionName.Length)..end];
    }
}
