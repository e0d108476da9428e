using System.Net.Sockets;
using System.Text;

namespace Genie.Brokers.ActiveMQ.Tests.WireDriver;

/// <summary>A STOMP client that shares no code with the driver: text in, text out.</summary>
internal sealed class ForeignClient : IAsyncDisposable
{
    private readonly TcpClient _client = new();
    private readonly StringBuilder _received = new();

    public static async Task<ForeignClient> ConnectAsync(int port)
    {
        var foreign = new ForeignClient();
        await foreign._client.ConnectAsync("127.0.0.1", port);
        await foreign.SendAsync("CONNECT", "accept-version:1.2", "host:localhost");
        Assert.StartsWith("CONNECTED", await foreign.ReadAsync(), StringComparison.Ordinal);
        return foreign;
    }

    /// <summary>Sends a frame: its command, its headers and, after an empty line, its body.</summary>
    public async Task SendAsync(params string[] lines)
    {
        var hasBody = lines.Contains("");
        await _client.GetStream().WriteAsync(Encoding.Latin1.GetBytes(string.Join('\n', lines) + (hasBody ? "\0" : "\n\n\0")));
    }

    /// <summary>The next frame, its NUL included. A body may hold one NUL itself if it is the first byte.</summary>
    public async Task<string> ReadAsync()
    {
        var bytes = new byte[4096];
        while (true)
        {
            var text = _received.ToString().TrimStart('\n');
            var body = text.IndexOf("\n\n", StringComparison.Ordinal) + 2;
            var end = body < 2 || body >= text.Length ? -1 : text.IndexOf('\0', text[body] == '\0' && text.Contains("content-length", StringComparison.Ordinal) ? body + 1 : body);
            if (end >= 0)
            {
                _received.Clear().Append(text.AsSpan(end + 1));
                return text[..(end + 1)];
            }

            var read = await _client.GetStream().ReadAsync(bytes).AsTask().WaitAsync(Clients.SafetyNet);
            Assert.NotEqual(0, read);
            _received.Append(Encoding.Latin1.GetString(bytes, 0, read));
        }
    }

    public static string HeaderOf(string frame, string name) =>
        frame.Split('\n').First(line => line.StartsWith(name + ":", StringComparison.Ordinal))[(name.Length + 1)..];

    public ValueTask DisposeAsync()
    {
        _client.Dispose();
        return ValueTask.CompletedTask;
    }
}
