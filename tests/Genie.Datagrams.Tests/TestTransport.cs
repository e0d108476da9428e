using Genie.Datagrams.LiteNetLib;

namespace Genie.Datagrams.Tests;

/// <summary>The transports that tests run over, by name. Linked into the tests of what stands on connections.</summary>
internal static class TestTransport
{
    public const string Udp = "udp";
    public const string Tcp = "tcp";
    public const string LiteNetLib = "litenetlib";

    /// <summary>All of them.</summary>
    public static IReadOnlyList<string> All { get; } = [Udp, Tcp, LiteNetLib];

    /// <summary>Each of them, in the clear and, where it encrypts, encrypted.</summary>
    public static TheoryData<string, bool> Kinds => new()
    {
        { Udp, false },
        { Udp, true },
        { Tcp, false },
        { Tcp, true },
        { LiteNetLib, false },
    };

    /// <summary>The options with the transport of a name.</summary>
    public static DatagramOptions Over(this DatagramOptions options, string transport) => transport switch
    {
        LiteNetLib => options with { TransportFactory = new LiteNetLibTransport() },
        Tcp => options with { Transport = DatagramTransport.Tcp },
        _ => options with { Transport = DatagramTransport.Udp },
    };
}
