using System.Net;
using System.Net.Sockets;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.Configuration;

namespace Genie.Brokers.Orleans.Official;

/// <summary>The cluster as the options describe it.</summary>
internal sealed class OrleansEndpoint
{
    private const int DefaultPort = 5600;

    private readonly BrokerUrl _url;

    /// <exception cref="BrokerSettingException">The options cannot be used.</exception>
    public OrleansEndpoint(OrleansOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Streams);
        ArgumentOutOfRangeException.ThrowIfNegative(options.SiloPort);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(options.ProbeTimeout, TimeSpan.Zero);
        Options = options;
        _url = BrokerUrl.Parse(OrleansDrivers.Name, options.Url, new BrokerUrlScheme("orleans", DefaultPort, Tls: false));
        if (_url.User.Length > 0) throw new BrokerSettingException("orleans.url: Orleans knows no user and password. Leave them out, and let nobody else reach the ports.");
        SiloPort = options.SiloPort > 0 ? options.SiloPort : _url.Port + 1;
        Link = new LinkOptions { Broker = OrleansDrivers.Name, Host = _url.Host, Port = _url.Port, ConnectTimeout = options.ConnectTimeout };
    }

    public OrleansOptions Options { get; }

    public LinkOptions Link { get; }

    /// <summary>What distinguishes one cluster from another.</summary>
    public string Address => $"{_url.Host}:{_url.Port}/{Options.ClusterId}";

    /// <summary>The port of the first silo for the others.</summary>
    public int SiloPort { get; }

    public PayloadLimit Limit => new(OrleansDrivers.Name, Options.MaxMessageBytes);

    /// <summary>The first silo's address and a port of it.</summary>
    /// <exception cref="SocketException">The name has no address.</exception>
    public IPEndPoint At(int port) => new(AddressOf(_url.Host), port);

    /// <summary>Names the cluster.</summary>
    public void Name(ClusterOptions options) => (options.ClusterId, options.ServiceId) = (Options.ClusterId, Options.ClusterId);

    /// <summary>The address that a name stands for.</summary>
    /// <exception cref="SocketException">It has none.</exception>
    public static IPAddress AddressOf(string host) =>
        IPAddress.TryParse(host, out var literal) ? literal : Dns.GetHostAddresses(host, AddressFamily.InterNetwork)[0];

    /// <summary>A host for a silo or a client, which logs nothing and leaves signals to the program.</summary>
    public static HostApplicationBuilder CreateHost()
    {
        var host = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        host.Services.AddSingleton<IHostLifetime, OwnersLifetime>();
        return host;
    }

    private sealed class OwnersLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
