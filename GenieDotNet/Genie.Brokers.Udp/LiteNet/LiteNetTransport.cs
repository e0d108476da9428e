using System.Net;
using System.Net.Sockets;
using Genie.Brokers.Links;
using LiteNetLib;

namespace Genie.Brokers.Udp.LiteNet;

/// <summary>LiteNetLib. It knows one connection for each pair of addresses, so that every link has a socket of its own, with the library's two threads.</summary>
internal sealed class LiteNetTransport : IUdpTransport
{
    private const int Lanes = 3;

    private const int TickMilliseconds = 1;

    private readonly UdpOptions _options;
    private readonly LinkOptions _link;

    /// <exception cref="BrokerSettingException">Encryption is asked for.</exception>
    public LiteNetTransport(UdpOptions options, LinkOptions link)
    {
        if (UdpSecurity.IsNamed(options)) throw new BrokerSettingException("udp: the client litenetlib encrypts nothing. Leave out the udp.tls settings, or use the client wire.");
        (_options, _link) = (options, link);
    }

    public IDisposable Bind(IPEndPoint address, Action<LinkTransport, string> accepted)
    {
        var (manager, _) = Create(accepted);
        manager.IPv6Enabled = address.AddressFamily == AddressFamily.InterNetworkV6;

        // An IPv4 socket it always has.
        var bound = manager.IPv6Enabled ? manager.Start(IPAddress.Loopback, address.Address, address.Port) : manager.Start(address.Address, IPAddress.IPv6None, address.Port);
        return bound ? new Port(manager) : throw new CannotBindException(_link.Broker, _link.Host, _link.Port, "LiteNetLib does not say why");
    }

    public async ValueTask<LinkTransport> ConnectAsync(IPEndPoint address, string channel, CancellationToken cancellationToken)
    {
        var (manager, handler) = Create(accepted: null);
        manager.IPv6Enabled = address.AddressFamily == AddressFamily.InterNetworkV6;
        manager.MaxConnectAttempts = Math.Max(1, (int)(_options.ConnectTimeout.TotalMilliseconds / manager.ReconnectDelay));
        if (!manager.Start()) throw new BrokerException("udp: LiteNetLib cannot open a socket. The process may have too many files open (ulimit -n).", isTransient: true);
        try
        {
            var stream = handler.StreamOf((NetPeer)manager.Connect(address, UdpHello.Of(channel))!);
            if (await stream.Opened.WaitAsync(cancellationToken).ConfigureAwait(false) is { } error) throw BrokerException.ForAnother(error);
            return stream.AsLink(_link, () => new ValueTask(Task.Run(manager.Stop)));
        }
        catch
        {
            await Task.Run(manager.Stop, CancellationToken.None).ConfigureAwait(false);
            throw;
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private (NetManager Manager, LiteNetHandler Handler) Create(Action<LinkTransport, string>? accepted)
    {
        var handler = new LiteNetHandler(_link, _options.ReceiveWindowBytes, accepted);
        var manager = new NetManager(handler)
        {
            ChannelsCount = Lanes,
            UnsyncedEvents = true,
            AutoRecycle = true,

            // What waits for the window of 64 packets leaves at a tick: every 15 ms would be 4 MB/s.
            UpdateTime = TickMilliseconds,
            PingInterval = (int)_options.HeartbeatInterval.TotalMilliseconds,
            DisconnectTimeout = 3 * (int)_options.HeartbeatInterval.TotalMilliseconds,
        };
        handler.Manager = manager;
        return (manager, handler);
    }

    private sealed class Port(NetManager manager) : IDisposable
    {
        public void Dispose() => manager.Stop();
    }
}
