using System.Net.Sockets;

namespace Genie.Servers.Probing;

/// <summary>A short conversation with whatever listens at a URL.</summary>
internal sealed class ProbeConnection : IDisposable
{
    private const int BytesMax = 64 * 1024;
    private readonly TcpClient _client;
    private readonly byte[] _received = new byte[BytesMax];
    private int _count;

    private ProbeConnection(TcpClient client) => _client = client;

    /// <summary>What has been received so far.</summary>
    public ReadOnlySpan<byte> Received => _received.AsSpan(0, _count);

    /// <summary>Holds a conversation; null if nothing listens, or the other side hangs up.</summary>
    public static async Task<string?> TalkAsync(Uri url, int standardPort, Func<ProbeConnection, Task<string?>> conversation, CancellationToken cancellationToken)
    {
        try
        {
            var client = new TcpClient { NoDelay = true };
            using var connection = new ProbeConnection(client);
            await client.ConnectAsync(url.DnsSafeHost, url.Port > 0 ? url.Port : standardPort, cancellationToken).ConfigureAwait(false);
            return await conversation(connection).ConfigureAwait(false);
        }
        catch (Exception error) when (error is SocketException or IOException)
        {
            return null;
        }
    }

    /// <summary>Sends bytes.</summary>
    public async Task SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken) =>
        await _client.GetStream().WriteAsync(bytes, cancellationToken).ConfigureAwait(false);

    /// <summary>Waits for more bytes.</summary>
    /// <exception cref="IOException">The other side hung up, or says more than any greeting is long.</exception>
    public async Task ReceiveAsync(CancellationToken cancellationToken)
    {
        var count = _count == BytesMax ? 0 : await _client.GetStream().ReadAsync(_received.AsMemory(_count), cancellationToken).ConfigureAwait(false);
        if (count == 0) throw new IOException("no answer");
        _count += count;
    }

    /// <summary>Waits until at least so many bytes have been received.</summary>
    public async Task ReceiveAsync(int count, CancellationToken cancellationToken)
    {
        while (_count < count) await ReceiveAsync(cancellationToken).ConfigureAwait(false);
    }

    public void Dispose() => _client.Dispose();
}
