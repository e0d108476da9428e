using System.Net;
using System.Net.Sockets;
using LiteNetLib;

namespace Genie.Datagrams.LiteNetLib;

/// <summary>
/// LiteNetLib as a transport: <c>new DatagramOptions { TransportFactory = new LiteNetLibTransport() }</c> at both sides. Over IPv4, in the clear. What it does otherwise than
/// UDP stands in the library's README.
/// </summary>
public sealed class LiteNetLibTransport : IDatagramTransportFactory
{
    private const string TransportName = "litenetlib";

    private static readonly DatagramOptions Defaults = new();

    /// <inheritdoc/>
    public string Name => TransportName;

    /// <inheritdoc/>
    /// <exception cref="OptionNotSupportedException"><see cref="DatagramOptions.Security"/>, <see cref="DatagramOptions.Compressors"/>, <see cref="DatagramOptions.Conditions"/>, <see cref="DatagramOptions.MaxReassemblyBytes"/> or
    /// <see cref="DatagramOptions.Time"/> is set, <see cref="DatagramOptions.IdleTimeout"/> exceeds 24 days, or the address is one of IPv6.</exception>
    public DatagramEndpoint Open(IPEndPoint address, IDatagramHandler handler, DatagramOptions options, bool isListening)
    {
        ArgumentNullException.ThrowIfNull(address);
        ArgumentNullException.ThrowIfNull(handler);
        ArgumentNullException.ThrowIfNull(options);
        Check(address, options);

        // Without one it writes to the console what strangers send it.
        NetDebug.Logger ??= new SilentLogger();
        return new LiteNetEndpoint(address, handler, options, isListening);
    }

    private static void Check(IPEndPoint address, DatagramOptions options)
    {
        if (options.Security is not null) throw Refused(nameof(options.Security), "It does not encrypt: use Udp or Tcp, or leave Security null in a network that you trust.");
        if (options.Compressors.Count > 0) throw Refused(nameof(options.Compressors), "Use Udp or Tcp, or compress what you send.");
        if (options.Conditions is not null) throw Refused(nameof(options.Conditions), "Use Udp, or put a proxy between the ends.");
        if (options.MaxReassemblyBytes != Defaults.MaxReassemblyBytes) throw Refused(nameof(options.MaxReassemblyBytes), "LiteNetLib bounds fragments by MaxMessageBytes alone: leave it as it is.");
        if (options.Time != TimeProvider.System) throw Refused(nameof(options.Time), "LiteNetLib has the system's clock: use TimeProvider.System, or a SimulatedNetwork without this transport.");
        if (options.IdleTimeout.TotalMilliseconds > int.MaxValue) throw Refused(nameof(options.IdleTimeout), "It is counted in 31 bits of milliseconds: take less than 24 days.");
        if (address.AddressFamily != AddressFamily.InterNetwork) throw Refused(nameof(address), "LiteNetLib opens no socket of IPv6 without one of IPv4: use an address of IPv4, such as IPAddress.Any.");
    }

    private static OptionNotSupportedException Refused(string option, string advice) => new(TransportName, option, advice);

    private sealed class SilentLogger : INetLogger
    {
        public void WriteNet(NetLogLevel level, string str, params object[] args)
        {
        }
    }
}
