using System.Text;

namespace Genie.Servers.Probing;

/// <summary>A STOMP 1.2 server answers CONNECT with CONNECTED, whose header <c>server</c> names it, or with ERROR.</summary>
internal static class StompProbe
{
    private const int StandardPort = 61613;
    private static readonly string[] Greetings = ["CONNECTED\n", "ERROR\n"];

    public static Task<string?> AskAsync(Uri url, CancellationToken cancellationToken) =>
        ProbeConnection.TalkAsync(url, StandardPort, async connection =>
        {
            await connection.SendAsync(Encoding.UTF8.GetBytes($"CONNECT\naccept-version:1.2\nhost:localhost\n{Credentials(url)}\n\0"), cancellationToken).ConfigureAwait(false);
            do
            {
                await connection.ReceiveAsync(cancellationToken).ConfigureAwait(false);
            }
            while (!connection.Received.Contains((byte)0));
            return Read(Encoding.UTF8.GetString(connection.Received).ReplaceLineEndings("\n").TrimStart('\n'));
        }, cancellationToken);

    private static string Credentials(Uri url) =>
        url.UserInfo.Split(':', 2) is [{ Length: > 0 } user, var password] ? $"login:{Uri.UnescapeDataString(user)}\npasscode:{Uri.UnescapeDataString(password)}\n" : "";

    private static string? Read(string frame)
    {
        if (!Greetings.Any(greeting => frame.StartsWith(greeting, StringComparison.Ordinal))) return null;
        var server = frame.Split('\n').TakeWhile(line => line.Length > 0).FirstOrDefault(line => line.StartsWith("server:", StringComparison.Ordinal));
        return server?["server:".Length..].Replace('/', ' ') ?? "STOMP server that asks for credentials";
    }
}
