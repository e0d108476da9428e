using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Soak.Udp.Peers;

/// <summary>How endpoints of a soak are set: everything on.</summary>
internal static class SoakEndpoints
{
    /// <summary>So few that a key is replaced every few minutes.</summary>
    private const long PacketsPerKey = 10_000;

    /// <summary>A machine that stands still for seconds, as crowded ones do, is no fault of the transport.</summary>
    private static readonly TimeSpan IdleTimeout = TimeSpan.FromSeconds(30);

    /// <summary>Settings of a server.</summary>
    public static DatagramOptions Server(ServerIdentity identity, Action<DatagramConnection, Exception> handlerFailed) =>
        Create(new DatagramSecurity { Identity = identity, PacketsPerKey = PacketsPerKey }, handlerFailed);

    /// <summary>Settings of a client.</summary>
    public static DatagramOptions Client(byte[] serverKey, Action<DatagramConnection, Exception> handlerFailed) =>
        Create(new DatagramSecurity { Trust = ServerTrust.ForKey(serverKey), PacketsPerKey = PacketsPerKey }, handlerFailed);

    private static DatagramOptions Create(DatagramSecurity security, Action<DatagramConnection, Exception> handlerFailed) => new()
    {
        Security = security,
        Compressors = [new BrotliCompressor()],
        SendImmediately = false,
        IdleTimeout = IdleTimeout,
        ConnectTimeout = IdleTimeout,
        HandlerFailed = handlerFailed,
    };
}
