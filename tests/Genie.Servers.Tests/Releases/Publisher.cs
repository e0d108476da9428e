using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Genie.Servers.Releases;

namespace Genie.Servers.Tests.Releases;

/// <summary>Answers requests of HTTP on loopback as a test says: rightly, or as networks do.</summary>
internal sealed class Publisher : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stopping = new();
    private readonly ConcurrentQueue<string> _asked = new();
    private readonly Func<string, NetworkStream, CancellationToken, Task> _answer;

    public Publisher(Func<string, NetworkStream, CancellationToken, Task> answer)
    {
        _answer = answer;
        _listener.Start();
        _ = AcceptAsync();
    }

    /// <summary>One that has files, by their paths.</summary>
    public static Publisher Of(IReadOnlyDictionary<string, byte[]> files) => new((path, stream, token) =>
        files.TryGetValue(path, out var content) ? AnswerAsync(stream, content, content.Length, token) : AnswerAsync(stream, [], 0, token, "404 Not Found"));

    public string Url => $"http://{_listener.LocalEndpoint}";

    /// <summary>The paths that were asked for.</summary>
    public IReadOnlyCollection<string> Asked => _asked;

    /// <summary>Sends a head that announces so many bytes, and these.</summary>
    public static async Task AnswerAsync(NetworkStream stream, byte[] content, long announced, CancellationToken cancellationToken, string status = "200 OK")
    {
        await stream.WriteAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 {status}\r\nContent-Length: {announced}\r\nConnection: close\r\n\r\n"), cancellationToken);
        await stream.WriteAsync(content, cancellationToken);
    }

    /// <summary>A place that fetches from here into a folder.</summary>
    public ReleasePlace Place(string folder, params Release[] table) => new() { Table = table, Folder = Path.Combine(folder, "releases"), Mirror = Url };

    public void Dispose()
    {
        _stopping.Cancel();
        _listener.Dispose();
        _stopping.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var client = await _listener.AcceptTcpClientAsync(_stopping.Token);
                _ = AnswerAsync(client);
            }
        }
        catch (Exception error) when (error is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private async Task AnswerAsync(TcpClient client)
    {
        using (client)
        {
            try
            {
                var stream = client.GetStream();
                using var reader = new StreamReader(stream, leaveOpen: true);
                var path = (await reader.ReadLineAsync(_stopping.Token))!.Split(' ')[1];
                while (await reader.ReadLineAsync(_stopping.Token) is { Length: > 0 })
                {
                    // Headers say nothing here.
                }

                _asked.Enqueue(path);
                await _answer(path, stream, _stopping.Token);
            }
            catch (Exception error) when (error is OperationCanceledException or IOException or ObjectDisposedException)
            {
                // The other side hung up, or the test is over.
            }
        }
    }
}
