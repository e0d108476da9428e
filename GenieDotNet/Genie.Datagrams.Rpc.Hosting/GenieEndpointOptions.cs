using System.Net;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Genie.Datagrams.Rpc.Hosting;

/// <summary>What the endpoints of a host have in common. Checked when the host starts.</summary>
public abstract class GenieEndpointOptions
{
    internal GenieEndpointOptions()
    {
    }

    /// <summary>The address to bind.</summary>
    public IPAddress Address { get; set; } = IPAddress.Any;

    /// <summary>The port to bind; 0 is any, which the server's <c>LocalEndPoint</c> then tells.</summary>
    public int Port { get; set; }

    /// <summary>UDP, or TCP with the same services. Both sides have the same.</summary>
    public DatagramTransport Transport { get; set; } = DatagramTransport.Udp;

    /// <summary>Another transport in place of <see cref="Transport"/>, such as LiteNetLib's; null: that one, or that of <see cref="Datagrams"/>.</summary>
    public IDatagramTransportFactory? TransportFactory { get; set; }

    /// <summary>
    /// The transport by its name, as a file of settings says it, in place of <see cref="Transport"/> and <see cref="TransportFactory"/>: <c>udp</c>, <c>tcp</c>, or the
    /// <see cref="IDatagramTransportFactory.Name"/> of one that is among the host's services; null: those.
    /// </summary>
    public string? TransportName { get; set; }

    /// <summary>Connections at once; further ones are refused.</summary>
    public int MaxConnections { get; set; } = int.MaxValue;

    /// <summary>Encryption and this server's identity; null: in the clear.</summary>
    public DatagramSecurity? Security { get; set; }

    /// <summary>All other settings of the endpoint; the ones above win.</summary>
    public DatagramOptions Datagrams { get; set; } = new();

    /// <summary>All of them.</summary>
    /// <param name="services">The host's services, which may have further transports.</param>
    internal DatagramOptions ToDatagramOptions(IServiceProvider services)
    {
        var given = Datagrams with { Transport = Transport, TransportFactory = TransportFactory ?? Datagrams.TransportFactory, MaxConnections = MaxConnections, Security = Security ?? Datagrams.Security };
        return TransportName switch
        {
            null => given,
            _ when FindBuiltIn(TransportName) is { } transport => given with { Transport = transport, TransportFactory = null },
            _ => given with { TransportFactory = FindFactory(TransportName, services.GetServices<IDatagramTransportFactory>()) },
        };
    }

    /// <summary>Checks them when the host starts.</summary>
    /// <param name="options">The options of a kind of endpoint.</param>
    /// <param name="what">What messages call it.</param>
    internal static OptionsBuilder<TOptions> Check<TOptions>(OptionsBuilder<TOptions> options, string what) where TOptions : GenieEndpointOptions => options
        .Validate(static options => options.Port is >= IPEndPoint.MinPort and <= IPEndPoint.MaxPort, $"Port of {what} must be 0 to 65535.")
        .Validate(static options => options.MaxConnections > 0, $"MaxConnections of {what} must be above 0.")
        .Validate<IEnumerable<IDatagramTransportFactory>>(
            static (options, factories) => options.TransportName is not { } name || FindBuiltIn(name) is not null || FindFactory(name, factories) is not null,
            $"TransportName of {what} must be udp, tcp, or the name of an IDatagramTransportFactory among the host's services: add it, as by services.AddSingleton<IDatagramTransportFactory>(new LiteNetLibTransport()).")
        .ValidateOnStart();

    private static DatagramTransport? FindBuiltIn(string name) =>
        string.Equals(name, "udp", StringComparison.OrdinalIgnoreCase) ? DatagramTransport.Udp
        : string.Equals(name, "tcp", StringComparison.OrdinalIgnoreCase) ? DatagramTransport.Tcp
        : null;

    private static IDatagramTransportFactory? FindFactory(string name, IEnumerable<IDatagramTransportFactory> factories) =>
        factories.FirstOrDefault(factory => string.Equals(factory.Name, name, StringComparison.OrdinalIgnoreCase));
}
