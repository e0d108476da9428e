using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Peers;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.Udp;

/// <summary>A bound port and the links accepted on it.</summary>
internal sealed class UdpEndpoint : IAsyncDisposable
{
    private readonly IUdpTransport _transport;
    private readonly LinkOptions _link;
    private readonly PeerEndpoint _peers;
    private readonly Lazy<Task<IDisposable>> _port;

    public UdpEndpoint(IUdpTransport transport, LinkOptions link, PeerLinks links)
    {
        (_transport, _link) = (transport, link);
        _peers = new PeerEndpoint(links);
        _port = new Lazy<Task<IDisposable>>(BindAsync);
    }

    /// <summary>The endpoints of this process.</summary>
    public static SharedResources<UdpEndpoint> All { get; } = new();

    /// <summary>Registers a listener; the first one has the port bound.</summary>
    /// <exception cref="CannotBindException">Another process has the port.</exception>
    public Task<IBrokerResource> AddAsync(string channel, ListenOptions options, MessageHandler handler, Func<ValueTask> release) =>
        _peers.ListenAsync(channel, options, handler, release, () => _port.Value);

    /// <summary>Closes the links, then the port; what was answered is sent first.</summary>
    public async ValueTask DisposeAsync()
    {
        await _peers.DisposeAsync().ConfigureAwait(false);
        if (_port is { IsValueCreated: true, Value.IsCompletedSuccessfully: true }) (await _port.Value.ConfigureAwait(false)).Dispose();
        await _transport.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<IDisposable> BindAsync() =>
        _transport.Bind(await UdpAddress.ResolveAsync(_link, CancellationToken.None).ConfigureAwait(false), (link, channel) => _ = _peers.ServeAsync(link, channel));
}
