using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Genie.Faults;

/// <summary>Passes TCP connections on to a server, over a network and with faults of one's choice, which may change at any time.</summary>
/// <remarks>Safe for concurrent callers. Disposing it ends every connection.</remarks>
public sealed class TcpFaultProxy : IFaultProxy
{
    private const int GarbageBytes = 64;

    // Small, so that a window of zero is felt soon.
    private const int ReceiveBufferBytes = 64 * 1024;

    private readonly FaultProxyOptions _options;
    private readonly Socket _listener;
    private readonly CancellationTokenSource _stopping = new();
    private readonly ConcurrentDictionary<TcpFaultLink, Task> _links = new();
    private readonly FaultCounter _counter = new();
    private readonly Lock _lock = new();
    private readonly Task _accepting;
    private FaultChoice _fault = new(TcpFault.None, FaultDirections.None, null);
    private volatile NetworkProfile _profile;
    private volatile EndPoint _target;
    private int _connections;
    private int _disposed;

    private TcpFaultProxy(EndPoint target, FaultProxyOptions options, Socket listener)
    {
        (_target, _options, _listener, _profile) = (target, options, listener, options.Profile.Checked());
        _accepting = AcceptAsync();
    }

    /// <summary>Starts a proxy before a server on this machine.</summary>
    /// <param name="port">The server's port on 127.0.0.1.</param>
    /// <param name="options">Network, seed and clock, or null.</param>
    public static TcpFaultProxy Start(int port, FaultProxyOptions? options = null) => Start(new IPEndPoint(IPAddress.Loopback, port), options);

    /// <summary>Starts a proxy.</summary>
    /// <param name="target">The server: an address or a name with a port. It is reached at each connection.</param>
    /// <param name="options">Address, network, seed and clock, or null.</param>
    /// <exception cref="SocketException">Nothing can listen at <see cref="FaultProxyOptions.Listen"/>.</exception>
    public static TcpFaultProxy Start(EndPoint target, FaultProxyOptions? options = null)
    {
        options ??= new FaultProxyOptions();
        var listener = new Socket(options.Listen.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = ReceiveBufferBytes };
        try
        {
            listener.Bind(options.Listen);
            listener.Listen(1024);
            return new TcpFaultProxy(target, options, listener);
        }
        catch
        {
            listener.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public IPEndPoint EndPoint => (IPEndPoint)_listener.LocalEndPoint!;

    /// <summary>Where further connections lead.</summary>
    public EndPoint Target
    {
        get => _target;
        set => _target = value;
    }

    /// <inheritdoc/>
    public NetworkProfile Profile
    {
        get => _profile;
        set => _profile = value.Checked();
    }

    /// <inheritdoc/>
    public FaultCounts Counts => _counter.Take();

    /// <summary>The fault of now.</summary>
    public TcpFault Fault
    {
        get
        {
            lock (_lock) return _fault.Fault;
        }
    }

    /// <summary>Begins a fault, which lasts until another begins or <see cref="Heal"/> is called.</summary>
    /// <param name="fault">Which.</param>
    /// <param name="directions">Whose bytes <see cref="TcpFault.Stall"/>, <see cref="TcpFault.ZeroWindow"/> and <see cref="TcpFault.HalfOpen"/> are about.</param>
    public void Begin(TcpFault fault, FaultDirections directions = FaultDirections.Both) => Begin(new FaultChoice(fault, directions, null));

    /// <summary>Begins a fault of some clients, as of a part of a divided network; what others send arrives.</summary>
    /// <param name="fault">Which.</param>
    /// <param name="directions">Whose bytes <see cref="TcpFault.Stall"/>, <see cref="TcpFault.ZeroWindow"/> and <see cref="TcpFault.HalfOpen"/> are about.</param>
    /// <param name="isConcerned">True for the address of a client that has the fault; asked once a connection, when the fault or the connection begins.</param>
    public void Begin(TcpFault fault, FaultDirections directions, Func<IPEndPoint, bool> isConcerned)
    {
        ArgumentNullException.ThrowIfNull(isConcerned);
        Begin(new FaultChoice(fault, directions, isConcerned));
    }

    /// <inheritdoc/>
    public void Heal() => Begin(TcpFault.None);

    /// <summary>Resets every connection, on both sides (RST).</summary>
    public void ResetAll()
    {
        foreach (var link in _links.Keys) link.Reset();
    }

    /// <summary>Closes every connection, on both sides (FIN).</summary>
    public void CloseAll()
    {
        foreach (var link in _links.Keys) link.Close();
    }

    /// <summary>Closes each connection in the middle of the next bytes that pass in one of the directions.</summary>
    public void CutAll(FaultDirections directions = FaultDirections.Both)
    {
        foreach (var link in _links.Keys) link.CutNext(directions);
    }

    /// <summary>Sends random bytes on every connection, between what is passed on.</summary>
    /// <param name="directions">To whom.</param>
    /// <param name="bytes">How many, to each.</param>
    public void SendGarbage(FaultDirections directions = FaultDirections.ToClient, int bytes = GarbageBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(bytes);
        foreach (var link in _links.Keys) link.SendGarbage(directions, bytes);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0) return;
        await _stopping.CancelAsync().ConfigureAwait(false);
        _listener.Dispose();
        await _accepting.ConfigureAwait(false);
        await Task.WhenAll(_links.Values).ConfigureAwait(false);
        _stopping.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                Accept(await _listener.AcceptAsync(_stopping.Token).ConfigureAwait(false));
            }
            catch (SocketException) when (!_stopping.IsCancellationRequested)
            {
                // A connection that was gone before it was accepted.
            }
            catch (Exception error) when (error is OperationCanceledException or SocketException or ObjectDisposedException)
            {
                return;
            }
        }
    }

    private void Accept(Socket client)
    {
        _counter.Add(Counted.Connections);
        var running = new TaskCompletionSource();
        TcpFaultLink link;
        lock (_lock)
        {
            link = new TcpFaultLink(client, _connections++, this, _options, _counter);
            link.Begin(_fault);
            _links[link] = running.Task;
        }

        _ = RunAsync(link, running);
    }

    private void Begin(FaultChoice choice)
    {
        lock (_lock)
        {
            _fault = choice;
            foreach (var link in _links.Keys)
            {
                link.Begin(choice);
                if (link.HasLost) link.Reset();
                if (link.State.Fault == TcpFault.GreetThenClose) link.Close();
            }
        }
    }

    private async Task RunAsync(TcpFaultLink link, TaskCompletionSource running)
    {
        _counter.Add(Counted.Open);
        try
        {
            await link.RunAsync(_target, _stopping.Token).ConfigureAwait(false);
        }
        finally
        {
            _counter.Add(Counted.Open, -1);
            _links.TryRemove(link, out _);
            running.SetResult();
        }
    }
}
