using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Genie.Brokers.Links;
using Genie.Brokers.ZeroMQ.Wire.Protocol;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>
/// A bound port and the links accepted on it, shared by all listeners of this process at one address, as one ZeroMQ
/// socket would be. It lives from its first listener to its last.
/// </summary>
internal sealed class ZmtpEndpoint : IAsyncDisposable
{
    private static readonly Lock Registry = new();
    private static readonly Dictionary<string, ZmtpEndpoint> Bound = [];

    private readonly string _key;
    private readonly ZeroMQOptions _options;
    private readonly LinkOptions _linkOptions;
    private readonly ZmtpCredentials? _credentials;
    private readonly Socket _socket;
    private readonly CancellationTokenSource _closing = new();
    private readonly ConcurrentDictionary<ZmtpServerSession, bool> _sessions = new();
    private readonly ConcurrentDictionary<string, ZmtpListener[]> _listeners = new();
    private readonly ConcurrentDictionary<ZmtpListener, bool> _users = new();
    private readonly Task _accepting;
    private uint _turn;
    private int _reserved;

    private ZmtpEndpoint(string key, ZeroMQOptions options, LinkOptions linkOptions, ZmtpCredentials? credentials)
    {
        _key = key;
        _options = options;
        _linkOptions = linkOptions;
        _credentials = credentials;
        _socket = Listen(linkOptions);
        _accepting = Task.Run(AcceptAsync);
    }

    /// <summary>The endpoint at this address: this process's, or a new one.</summary>
    /// <exception cref="BrokerException">Another process has the port, or a listener here has it with other credentials.</exception>
    public static ZmtpEndpoint Bind(ZeroMQOptions options, LinkOptions linkOptions, ZmtpCredentials? credentials)
    {
        var key = $"{linkOptions.Host}:{linkOptions.Port}";
        lock (Registry)
        {
            if (!Bound.TryGetValue(key, out var endpoint)) Bound.Add(key, endpoint = new ZmtpEndpoint(key, options, linkOptions, credentials));
            else if (endpoint._credentials != credentials) throw new BrokerSettingException($"zeromq: {key} is bound in this process with other credentials.");
            endpoint._reserved++;
            return endpoint;
        }
    }

    /// <summary>Lets a listener take its turns.</summary>
    public void Add(ZmtpListener listener)
    {
        _users[listener] = true;
        _listeners.AddOrUpdate(listener.Channel, [listener], (_, others) => [.. others, listener]);
    }

    /// <summary>Gives the listener no further messages.</summary>
    public void Remove(ZmtpListener listener) =>
        _listeners.AddOrUpdate(listener.Channel, [], (_, others) => [.. others.Where(other => other != listener)]);

    /// <summary>Closes the port with the last listener.</summary>
    public async ValueTask ReleaseAsync(ZmtpListener listener)
    {
        if (!_users.TryRemove(listener, out _)) return;
        lock (Registry)
        {
            if (--_reserved > 0) return;
            Bound.Remove(_key);
        }

        await DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Closes the port and the links; what was answered is sent first.</summary>
    public async ValueTask DisposeAsync()
    {
        await _closing.CancelAsync().ConfigureAwait(false);
        _socket.Dispose();
        await _accepting.ConfigureAwait(false);
        foreach (var session in _sessions.Keys) await session.CloseAsync(_linkOptions.CloseTimeout).ConfigureAwait(false);
        _closing.Dispose();
    }

    /// <summary>The listener whose turn it is, or null where nobody listens on the channel.</summary>
    public ZmtpListener? Next(string channel)
    {
        if (!_listeners.TryGetValue(channel, out var listeners) || listeners.Length == 0) return null;
        return listeners.Length == 1 ? listeners[0] : listeners[Interlocked.Increment(ref _turn) % (uint)listeners.Length];
    }

    private static Socket Listen(LinkOptions options)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            var address = IPAddress.TryParse(options.Host, out var literal) ? literal : Dns.GetHostAddresses(options.Host)[0];
            socket.Bind(new IPEndPoint(address, options.Port));
            socket.Listen();
            return socket;
        }
        catch (SocketException error)
        {
            socket.Dispose();
            throw new BrokerException(
                $"zeromq: cannot bind {options.Host}:{options.Port} ({error.SocketErrorCode}). Another process may have it: choose a port with GENIE_ZEROMQ_URL.",
                isTransient: error.SocketErrorCode == SocketError.AddressAlreadyInUse, error);
        }
    }

    private async Task AcceptAsync()
    {
        while (!_closing.IsCancellationRequested)
        {
            Socket accepted;
            try
            {
                accepted = await _socket.AcceptAsync(_closing.Token).ConfigureAwait(false);
            }
            catch (Exception error) when (error is OperationCanceledException or ObjectDisposedException)
            {
                return;
            }
            catch (SocketException)
            {
                // The connection ended before it was accepted, or descriptors ran out for a moment.
                await Task.Delay(10).ConfigureAwait(false);
                continue;
            }

            _ = ServeAsync(LinkTransport.Over(accepted, _linkOptions));
        }
    }

    private async Task ServeAsync(LinkTransport transport)
    {
        ZmtpServerSession session;
        try
        {
            using var limited = CancellationTokenSource.CreateLinkedTokenSource(_closing.Token);
            limited.CancelAfter(_linkOptions.ConnectTimeout);
            session = await ZmtpServerSession.OpenAsync(transport, _linkOptions, _options, _credentials, this, limited.Token).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // A stranger, or wrong credentials: it was told so where the protocol can, and concerns nobody else.
            await transport.DisposeAsync().ConfigureAwait(false);
            return;
        }

        _sessions[session] = true;
        session.Run();
        if (_closing.IsCancellationRequested) session.Abort(new LinkLostException(ZeroMQWireDriver.Name, "the listener closed"));
        await session.Ended.ConfigureAwait(false);
        await session.DisposeAsync().ConfigureAwait(false);
        _sessions.TryRemove(session, out _);
    }
}
