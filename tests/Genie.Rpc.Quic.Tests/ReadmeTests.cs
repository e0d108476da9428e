using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Testing;

namespace Genie.Rpc.Quic.Tests;

[QuicRpcFunction(1)]
public partial class OrderFunctions : QuicRpcFunctions
{
    [QuicRpcFunction(0)]
    public ValueTask<int> Price(string article) => ValueTask.FromResult(article.Length);

    [QuicRpcFunction(1)]
    public IAsyncEnumerable<int> Count(int to) => Enumerable.Range(0, to).ToAsyncEnumerable();
}

[QuicRpcFunction(1)]
public partial struct OrderClient : IQuicRpcClient
{
    [QuicRpcFunction(0)]
    public partial Task<int> Price(string article, CancellationToken cancellationToken = default);

    [QuicRpcFunction(1)]
    public partial IAsyncEnumerable<int> Count(int to, CancellationToken cancellationToken = default);
}

public sealed class ReadmeTests
{
    [SkippableFact]
    public async Task The_example_works()
    {
        Skip.IfNot(QuicSupport.IsSupported, QuicSupport.HowToInstall);
        var stop = CancellationToken.None;
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var made = new CertificateRequest("CN=orders", key, HashAlgorithmName.SHA256).CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        using var certificate = X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);

        var limit = TimeSpan.FromSeconds(30);
        var service = new QuicRpcService<string>();
        service.BindFunctions(new OrderFunctions());
        await using var server = await QuicRpcServer.StartAsync(service, new QuicRpcListenOptions { Certificate = certificate, HandshakeTimeout = limit }, _ => "a client", stop);

        var client = new OrderClient();
        var trust = new QuicRpcTrust { PinnedKeys = [QuicRpcTrust.PinOf(certificate)] };
        var options = new QuicRpcConnectOptions { EndPoint = server.LocalEndPoint, Trust = trust, ConnectTimeout = limit };
        await using var connection = await QuicRpcConnection.ConnectAsync(options, new QuicRpcService<string>(), "the server", stop);
        connection.BindClient(ref client);
        var price = await client.Price("apple", stop);

        Assert.Equal(5, price);
        Assert.Equal([0, 1], await client.Count(2, stop).ToListAsync(stop));
    }

    [Fact]
    public void The_readme_shows_this_code() => ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Rpc.Quic/README.md");

    [Fact]
    public void Where_MsQuic_is_missing_what_to_install_is_said()
    {
        var error = Record.Exception(QuicSupport.Require);
        if (QuicSupport.IsSupported) Assert.Null(error);
        else Assert.Contains("libmsquic", Assert.IsType<PlatformNotSupportedException>(error).Message, StringComparison.Ordinal);
    }
}
