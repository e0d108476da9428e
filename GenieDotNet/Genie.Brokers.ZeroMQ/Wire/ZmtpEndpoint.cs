using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Genie.Brokers.Links;
using Genie.Brokers.Sharing;
using Genie.Brokers.Telemetry;
using Genie.Brokers.ZeroMQ.Wire.Protocol;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>A bound port and the links accepted on it.</summary>
internal sealed class ZmtpEndpoint : IAsyncDisposable
{
    private readonly ZeroMQOptions _options;
    private readonly LinkOptions _linkOptions;
    private readonly ZmtpCredentials? _credentials;
    private readonly Socket _socket;
    private readonly CancellationTokenSource _closing = new();
    private readonly ConcurrentDictionary<ZmtpServerSession, bool> _sessions = new();
    private readonly Lock _lock = new();
    private Task? _accepting;

    private ZmtpEndpoint(ZeroMQOptions options, LinkOptions linkOptions, ZmtpCredentials? credentials)
    {
        _options = options;
        _linkOptions = linkOptions;
        _credentials = credentials;
        _socket = Listen(linkOptions);
    }

    /// <summary>The endpoints of this process.</summary>
    public static SharedResources<ZmtpEndpoint> All { get; } = new();

    /// <summary>The listeners here, chosen round robin.</summary>
    public ChannelListeners<ZmtpListener> Listeners { get; } = new();

    /// <summary>Registers a listener. Links are accepted from the first on: what they bring would find nobody before.</summary>
    public void Add(string channel, ZmtpListener listener)
    {
        Listeners.Add(channel, listener);
        lock (_lock) _accepting ??= Task.Run(AcceptAsync);
    }

    /// <summary>Binds.</summary>
    /// <exception cref="BrokerException">Another process has the port.</exception>
    public static ZmtpEndpoint Bind(ZeroMQOptions options, LinkOptions linkOptions, ZmtpCredentials? credentials) =>
        new(options, linkOptions, credentials);

    /// <summary>Closes the port and the links; what was answered is sent first.</summary>
    public async ValueTask DisposeAsync()
    {
        await _closing.CancelAsync().ConfigureAwait(false);
        _socket.Dispose();
        if (_accepting is { } accepting) await accepting.ConfigureAwait(false);
        foreach (var session in _sessions.Keys) await session.CloseAsync(_linkOptions.CloseTimeout).ConfigureAwait(false);
        _closing.Dispose();
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
            throw new CannotBindException(ZeroMQDrivers.Name, options.Host, options.Port, error.SocketErrorCode.ToString(), error);
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
            session = await ZmtpServerSession.OpenAsync(transport, _linkOptions, _options, _credentials, Listeners, limited.Token).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // A stranger, or wrong credentials: it was told so where the protocol can, and concerns nobody else.
            await transport.DisposeAsync().ConfigureAwait(false);
            return;
        }

        _sessions[session] = true;
        session.Run();
        if (_closing.IsCancellationRequested) session.Abort(new LinkLostException(ZeroMQDrivers.Name, "the listener closed"));
        if (await session.Ended.ConfigureAwait(false) is BrokerException and not LinkLostException and var unreadable) BrokerEvents.Log.MessageUnreadable(ZeroMQDrivers.Name, unreadable.Message);
        await session.DisposeAsync().ConfigureAwait(false);
        _sessions.TryRemove(session, out _);
    }
}
