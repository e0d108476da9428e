using System.Net;
using System.Net.Sockets;

namespace Genie.Faults.Tests;

/// <summary>The client's side of a connection.</summary>
internal sealed class Client : IDisposable
{
    // A safety net only: the machine may be slow and shared.
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };

    public int Port => ((IPEndPoint)_socket.LocalEndPoint!).Port;

    public static async Task<Client> ConnectAsync(IPEndPoint server)
    {
        var client = new Client();
        await client._socket.ConnectAsync(server);
        return client;
    }

    public static byte[] Bytes(int count) => [.. Enumerable.Range(0, count).Select(i => (byte)(i * 31))];

    public Task SendAsync(int count) => SendAsync(Bytes(count));

    public async Task SendAsync(byte[] bytes)
    {
        for (var sent = 0; sent < bytes.Length;) sent += await _socket.SendAsync(bytes.AsMemory(sent)).AsTask().WaitAsync(Timeout);
    }

    /// <summary>Reads so many bytes, or fewer if the connection is closed before.</summary>
    public async Task<byte[]> ReadAsync(int count)
    {
        var buffer = new byte[count];
        var read = 0;
        for (var last = 1; last > 0 && read < count; read += last) last = await _socket.ReceiveAsync(buffer.AsMemory(read)).AsTask().WaitAsync(Timeout);
        return buffer[..read];
    }

    public async Task<byte[]> EchoAsync(int count)
    {
        await SendAsync(count);
        return await ReadAsync(count);
    }

    /// <summary>True once the connection was reset, false if it was closed in order.</summary>
    public async Task<bool> IsResetAsync()
    {
        try
        {
            while ((await ReadAsync(65536)).Length > 0) continue;
            return false;
        }
        catch (SocketException error) when (error.SocketErrorCode == SocketError.ConnectionReset)
        {
            return true;
        }
    }

    /// <summary>True if a new connection is reset, be it so soon that it is not even made.</summary>
    public static async Task<bool> IsRefusedAsync(IPEndPoint server)
    {
        try
        {
            using var client = await ConnectAsync(server);
            return await client.IsResetAsync();
        }
        catch (SocketException error) when (error.SocketErrorCode == SocketError.ConnectionReset)
        {
            return true;
        }
    }

    public static async Task UntilAsync(Func<bool> holds)
    {
        using var timeout = new CancellationTokenSource(Timeout);
        while (!holds()) await Task.Delay(5, timeout.Token);
    }

    public void Dispose() => _socket.Dispose();
}
