using System.Net;
using Genie.Datagrams;
using Genie.Datagrams.Zones;

namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>A zone server with a socket and a thread of its own.</summary>
internal sealed class ShooterServer : IAsyncDisposable
{
    /// <summary>The transport of all sides: messages of a tick go together.</summary>
    public static readonly DatagramOptions Transport = new() { SendImmediately = false };

    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(5);

    private readonly ZoneServer _server;
    private readonly DatagramEndpoint _endpoint;
    private readonly Thread _thread;
    private volatile bool _isEnding;

    /// <summary>A server that takes its share of the zones.</summary>
    /// <exception cref="DatagramException">Its socket cannot be opened.</exception>
    public ShooterServer(string name, ReadOnlyMemory<byte> key, IZoneDirectory directory, IEntityStore store, Action<Exception> failed)
    {
        Name = name;
        var rules = new ShooterRules();
        _server = new ZoneServer(new ZoneServerOptions { Name = name, ServerKey = key, HandoverMarginMetres = ShooterArena.SightMetres / 20, Failed = failed }, directory, store, rules);
        rules.Server = _server;
        _endpoint = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), _server.Peer, Transport);
        _server.Start(_endpoint);
        _thread = new Thread(Serve) { IsBackground = true, Name = $"server {name}" };
        _thread.Start();
    }

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>Where it listens.</summary>
    public DatagramAddress Address => _endpoint.LocalAddress;

    /// <summary>False once it was killed.</summary>
    public bool IsAlive => !_isEnding;

    /// <summary>What it has counted.</summary>
    public ZoneServerStatistics Statistics => _server.GetStatistics();

    /// <summary>Silences it as SIGKILL does a process: it reads nothing any more, answers nothing, renews nothing, and tells nobody.</summary>
    public async Task KillAsync()
    {
        _isEnding = true;
        await Task.Run(_thread.Join).ConfigureAwait(false);
        await _server.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (IsAlive) await KillAsync().ConfigureAwait(false);
        _endpoint.Dispose();
    }

    private void Serve()
    {
        while (!_isEnding)
        {
            var received = _endpoint.Poll();
            _endpoint.Flush();
            if (received == 0) _endpoint.Wait(LongestWait);
        }
    }
}
