using System.Net;
using System.Net.Sockets;

namespace Genie.Faults;

/// <summary>Passes datagrams on to a server and its answers back, over a network of one's choice, which may change at any time.</summary>
/// <remarks>Safe for concurrent callers. Each client's address has a port of its own towards the server.</remarks>
public sealed class UdpFaultProxy : IFaultProxy
{
    private readonly FaultProxyOptions _options;
    private readonly EndPoint _target;
    private readonly Socket _listener;
    private readonly CancellationTokenSource _stopping = new();
    private readonly Dictionary<EndPoint, (UdpFaultSession Session, Task Running)> _sessions = [];
    private readonly FaultCounter _counter = new();
    private readonly Task _receiving;
    private volatile NetworkProfile _profile;
    private volatile FaultDirections _silent;
    private int _disposed;

    private UdpFaultProxy(EndPoint target, FaultProxyOptions options, Socket listener)
    {
        (_target, _options, _listener, _profile) = (target, options, listener, options.Profile.Checked());
        _receiving = ReceiveAsync();
    }

    /// <summary>Starts a proxy before a server on this machine.</summary>
    /// <param name="port">The server's port on 127.0.0.1.</param>
    /// <param name="options">Network, seed and clock, or null.</param>
    public static UdpFaultProxy Start(int port, FaultProxyOptions? options = null) => Start(new IPEndPoint(IPAddress.Loopback, port), options);

    /// <summary>Starts a proxy.</summary>
    /// <param name="target">The server's address.</param>
    /// <param name="options">Address, network, seed and clock, or null.</param>
    /// <exception cref="SocketException">Nothing can listen at <see cref="FaultProxyOptions.Listen"/>.</exception>
    public static UdpFaultProxy Start(IPEndPoint target, FaultProxyOptions? options = null)
    {
        options ??= new FaultProxyOptions();
        var listener = new Socket(options.Listen.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            listener.Bind(options.Listen);
            return new UdpFaultProxy(target, options, listener);
        }
        catch
        {
            listener.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public IPEndPoint EndPoint => (IPEndPoint)_listener.LocalEndPoint!;

    /// <inheritdoc/>
    public NetworkProfile Profile
    {
        get => _profile;
        set => _profile = value.Checked();
    }

    /// <inheritdoc/>
    public FaultCounts Counts => _counter.Take();

    /// <summary>Takes every datagram and passes none on, until <see cref="Heal"/>.</summary>
    public void Silence(FaultDirections directions = FaultDirections.Both) => _silent = directions;

    /// <inheritdoc/>
    public void Heal() => _silent = FaultDirections.None;

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0) return;
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _receiving.ConfigureAwait(false);
        foreach (var (session, running) in _sessions.Values)
        {
            await running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            session.Dispose();
        }

        _listener.Dispose();
        _stopping.Dispose();
    }

    private async Task ReceiveAsync()
    {
        var buffer = new byte[NetworkProfile.DatagramBytesMax];
        var any = new IPEndPoint(_listener.AddressFamily == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any, 0);
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                var received = await _listener.ReceiveFromAsync(buffer, SocketFlags.None, any, _stopping.Token).ConfigureAwait(false);
                SessionOf(received.RemoteEndPoint).Take(buffer.AsSpan(0, received.ReceivedBytes), _stopping.Token);
            }
            catch (SocketException)
            {
                // A client is gone: told by ICMP, and no reason to stop.
            }
            catch (OperationCanceledException)
            {
                return;
            }
        }
    }

    private UdpFaultSession SessionOf(EndPoint client)
    {
        if (_sessions.TryGetValue(client, out var known)) return known.Session;
        var session = new UdpFaultSession(_listener, client, _target, _sessions.Count, _options, _counter, () => _profile, Swallows);
        _sessions[client] = (session, session.RunAsync(_stopping.Token));
        _counter.Add(Counted.Connections);
        _counter.Add(Counted.Open);
        return session;
    }

    private bool Swallows(FaultDirections direction, int bytes)
    {
        if ((_silent & direction) == 0) return false;
        _counter.Add(Counted.SwallowedBytes, bytes);
        return true;
    }
}
