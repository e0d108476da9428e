using System.Net;
using System.Net.Sockets;

namespace Genie.Faults;

/// <summary>One connection through the proxy: a socket on either side, a pump in either direction.</summary>
internal sealed class TcpFaultLink(Socket client, int number, TcpFaultProxy proxy, FaultProxyOptions options, FaultCounter counter)
    : IDisposable
{
    private readonly IPEndPoint _client = (IPEndPoint)client.RemoteEndPoint!;
    private readonly Socket _server = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly CancellationTokenSource _ended = new();
    private readonly TaskCompletionSource _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile bool _hasLost;
    private volatile TcpFaultPump? _toServer;
    private volatile TcpFaultPump? _toClient;
    private int _ending;

    /// <summary>True if bytes, or an end, were taken and not passed on: the two sides no longer agree.</summary>
    public bool HasLost => _hasLost;

    /// <summary>The network.</summary>
    public NetworkProfile Profile => proxy.Profile;

    /// <summary>Its fault.</summary>
    public FaultState State { get; } = new();

    /// <summary>Begins a fault, if it is of this client.</summary>
    public void Begin(FaultChoice choice) => State.Set(choice.Of(_client), choice.Directions);

    /// <summary>Bytes of one side will never reach the other.</summary>
    public void Lose(int bytes)
    {
        _hasLost = true;
        counter.Add(Counted.SwallowedBytes, bytes);

        // The fault may have ended between.
        if (State.Fault != TcpFault.HalfOpen) Reset();
    }

    /// <summary>Passes on until the connection ends.</summary>
    public async Task RunAsync(EndPoint target, CancellationToken stopping)
    {
        using var registration = stopping.Register(() => End(isReset: true, Counted.Closed));
        try
        {
            client.NoDelay = true;
            if (State.Fault == TcpFault.Refuse)
            {
                End(isReset: true, Counted.Refused);
                return;
            }

            if (State.Fault == TcpFault.HalfOpen) await SwallowAsync().ConfigureAwait(false);
            await ConnectAsync(target).ConfigureAwait(false);
            _toServer = new TcpFaultPump(client, _server, FaultDirections.ToServer, this, counter, options, options.RandomOf(number, FaultDirections.ToServer));
            _toClient = new TcpFaultPump(_server, client, FaultDirections.ToClient, this, counter, options, options.RandomOf(number, FaultDirections.ToClient));
            await Task.WhenAll(_toServer.RunAsync(_ended.Token), _toClient.RunAsync(_ended.Token)).ConfigureAwait(false);
        }
        catch (Exception error) when (error is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // Ended from elsewhere, or the server is not there.
        }
        finally
        {
            // Whoever ends it may be on another thread, and not done.
            End(isReset: false, null);
            await _closed.Task.ConfigureAwait(false);
            Dispose();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        client.Dispose();
        _server.Dispose();
        _toServer?.Dispose();
        _toClient?.Dispose();
        _ended.Dispose();
    }

    /// <summary>Ends it with a reset on both sides.</summary>
    public void Reset() => End(isReset: true, Counted.Resets);

    /// <summary>Ends it in order on both sides.</summary>
    public void Close() => End(isReset: false, Counted.Closed);

    /// <summary>Closes it in the middle of the next bytes of a direction.</summary>
    public void CutNext(FaultDirections directions)
    {
        foreach (var pump in PumpsOf(directions)) pump.CutNext();
    }

    /// <summary>Sends bytes that nobody sent.</summary>
    public void SendGarbage(FaultDirections directions, int bytes)
    {
        foreach (var pump in PumpsOf(directions)) pump.SendGarbage(bytes, _ended.Token);
    }

    private IEnumerable<TcpFaultPump> PumpsOf(FaultDirections directions) =>
        new[] { _toServer, _toClient }.OfType<TcpFaultPump>().Where(pump => (pump.Direction & directions) != 0);

    private async Task ConnectAsync(EndPoint target)
    {
        try
        {
            await _server.ConnectAsync(target, _ended.Token).ConfigureAwait(false);
        }
        catch (SocketException)
        {
            End(isReset: true, Counted.Refused);
            throw;
        }
    }

    // A connection that begins while nothing arrives never reaches the server.
    private async Task SwallowAsync()
    {
        var buffer = new byte[4096];
        _hasLost = true;
        for (var count = 1; count > 0;)
        {
            count = await client.ReceiveAsync(buffer, _ended.Token).ConfigureAwait(false);
            counter.Add(Counted.SwallowedBytes, count);
        }

        await State.WaitWhileAsync(TcpFault.HalfOpen, FaultDirections.Both, _ended.Token).ConfigureAwait(false);
        Reset();
        _ended.Token.ThrowIfCancellationRequested();
    }

    // The pumps end by their token; their sockets are closed here, so that one side sees the same end as the other.
    private void End(bool isReset, Counted? reason)
    {
        if (Interlocked.Exchange(ref _ending, 1) != 0) return;
        if (reason is { } counted) counter.Add(counted);
        CloseSocket(client, isReset);
        CloseSocket(_server, isReset);
        _ended.Cancel();
        _closed.SetResult();
    }

    private static void CloseSocket(Socket socket, bool isReset)
    {
        try
        {
            // A linger time of zero makes the close a reset.
            if (isReset) socket.LingerState = new LingerOption(true, 0);
            else if (socket.Connected) socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception error) when (error is SocketException or ObjectDisposedException)
        {
            // The other side was first.
        }

        socket.Dispose();
    }
}
