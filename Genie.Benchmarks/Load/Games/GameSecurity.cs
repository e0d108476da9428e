using System.Security.Cryptography;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games;

/// <summary>The settings of both sides.</summary>
internal sealed class GameSecurity : IDisposable
{
    private readonly ECDsa? _key;

    public GameSecurity(bool isEncrypted, DatagramTransport transport = DatagramTransport.Udp)
    {
        _key = isEncrypted ? ECDsa.Create(ECCurve.NamedCurves.nistP256) : null;
        var identity = _key is null ? null : ServerIdentity.FromKey(_key);
        Server = Options(transport, identity is null ? null : new DatagramSecurity { Identity = identity });
        Client = Options(transport, identity is null ? null : new DatagramSecurity { Trust = ServerTrust.ForKey(identity.PublicKey.Span) });
    }

    /// <summary>The server's.</summary>
    public DatagramOptions Server { get; }

    /// <summary>A client's.</summary>
    public DatagramOptions Client { get; }

    /// <inheritdoc/>
    public void Dispose() => _key?.Dispose();

    // A crowded machine that stands still for seconds is no fault of the transport, and ten thousand connect at once.
    private static DatagramOptions Options(DatagramTransport transport, DatagramSecurity? security) => new()
    {
        Transport = transport,
        Security = security,
        SendImmediately = false,
        IdleTimeout = TimeSpan.FromSeconds(30),
        ConnectTimeout = TimeSpan.FromSeconds(30),
    };
}
