using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Genie.Datagrams.Simulation;

namespace Genie.Datagrams.Sockets;

/// <summary>Opens UDP sockets.</summary>
internal static class DatagramSockets
{
    private const int Ipv6Protocol = 41;
    private const int LinuxIpv6DoNotFragment = 62;
    private const int WindowsNoConnectionReset = unchecked((int)0x9800000C);

    /// <summary>The fastest socket that this machine has.</summary>
    /// <exception cref="CannotBindEndpointException">The address cannot be bound.</exception>
    public static IDatagramSocket Open(IPEndPoint address, DatagramOptions options)
    {
        var socket = new Socket(address.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            Configure(socket, options);
            socket.Bind(address);
            IDatagramSocket opened = OperatingSystem.IsLinux() && Environment.Is64BitProcess ? new LinuxUdpSocket(socket, options) : new UdpSocket(socket, options);
            return options.Conditions is { } conditions ? new ConditionedSocket(opened, conditions, options) : opened;
        }
        catch (SocketException error)
        {
            socket.Dispose();
            throw new CannotBindEndpointException(address.ToString(), error);
        }
    }

    private static void Configure(Socket socket, DatagramOptions options)
    {
        socket.Blocking = false;
        socket.ReceiveBufferSize = options.SocketBufferBytes;
        socket.SendBufferSize = options.SocketBufferBytes;

        // A path MTU can be found only if routers do not cut datagrams into pieces (RFC 8899, section 3).
        if (socket.AddressFamily == AddressFamily.InterNetwork) socket.DontFragment = true;
        else if (OperatingSystem.IsLinux()) socket.SetRawSocketOption(Ipv6Protocol, LinuxIpv6DoNotFragment, MemoryMarshal.AsBytes([1]));

        // Otherwise a port that is closed somewhere would make the next receive fail.
        if (OperatingSystem.IsWindows()) socket.IOControl(WindowsNoConnectionReset, [0, 0, 0, 0], null);
    }
}
