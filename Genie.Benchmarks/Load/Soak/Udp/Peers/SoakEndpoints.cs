using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Datagrams;
using Genie.Datagrams.Lz4;

namespace Genie.Benchmarks.Load.Soak.Udp.Peers;

/// <summary>How endpoints of a soak are set: everything on.</summary>
internal static class SoakEndpoints
{
    /// <summary>So few that a key is replaced every few minutes.</summary>
    private const long PacketsPerKey = 10_000;

    /// <summary>A machine that stands still for seconds, as crowded ones do, is no fault of the transport.</summary>
    private static readonly TimeSpan IdleTimeout = TimeSpan.FromSeconds(30);

    /// <summary>Its name at the command line.</summary>
    public const string Udp = "udp";

    /// <summary>Its name at the command line.</summary>
    public const string Tcp = "tcp";

    /// <summary>The name at the command line of no compression.</summary>
    public const string NoCompression = "none";

    private static readonly Dictionary<string, Func<IReadOnlyList<IDatagramCompressor>>> Compressors = new()
    {
        ["brotli"] = static () => [new BrotliCompressor()],
        ["zlib"] = static () => [new ZLibCompressor()],
        ["lz4"] = static () => [new Lz4Compressor()],
        [NoCompression] = static () => [],
    };

    private static readonly Dictionary<string, DatagramCipher> CiphersByName = new()
    {
        ["aes-256-gcm"] = DatagramCipher.Aes256Gcm,
        ["chacha20-poly1305"] = DatagramCipher.ChaCha20Poly1305,
    };

    /// <summary>What messages can be compressed by, the default first.</summary>
    public static IReadOnlyList<string> Compressions { get; } = [.. Compressors.Keys];

    /// <summary>What datagrams can be encrypted by.</summary>
    public static IReadOnlyList<string> Ciphers { get; } = [.. CiphersByName.Keys];

    /// <summary>Who a server is: over TCP its key needs a certificate around it.</summary>
    public static ServerIdentity Identity(UdpSoakPlan plan, ECDsa key)
    {
        if (!plan.IsTcp) return ServerIdentity.FromKey(key);
        var now = DateTimeOffset.UtcNow;
        return ServerIdentity.FromCertificate(new CertificateRequest("CN=genie-soak", key, HashAlgorithmName.SHA256).CreateSelfSigned(now.AddDays(-1), now.AddYears(1)));
    }

    /// <summary>Settings of a server.</summary>
    public static DatagramOptions Server(UdpSoakPlan plan, ServerIdentity identity, Action<DatagramConnection, Exception> handlerFailed) =>
        Create(plan, new DatagramSecurity { Identity = identity, PacketsPerKey = PacketsPerKey }, handlerFailed);

    /// <summary>Settings of a client.</summary>
    public static DatagramOptions Client(UdpSoakPlan plan, byte[] serverKey, Action<DatagramConnection, Exception> handlerFailed) =>
        Create(plan, new DatagramSecurity { Trust = ServerTrust.ForKey(serverKey), PacketsPerKey = PacketsPerKey }, handlerFailed);

    private static DatagramOptions Create(UdpSoakPlan plan, DatagramSecurity security, Action<DatagramConnection, Exception> handlerFailed) => new()
    {
        Transport = plan.IsTcp ? DatagramTransport.Tcp : DatagramTransport.Udp,
        Security = plan.Cipher is null ? security : security with { Ciphers = [CiphersByName[plan.Cipher]] },
        Compressors = Compressors[plan.Compression](),
        SendImmediately = false,
        IdleTimeout = IdleTimeout,
        ConnectTimeout = IdleTimeout,
        HandlerFailed = handlerFailed,
    };
}
