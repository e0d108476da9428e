using System.Text;
using Genie.Relay.Tests.Running;
using Genie.Testing;
using Genie.Testing.Grpc;

namespace Genie.Relay.Tests.Proxying;

public sealed class TlsTests
{
    [SkippableFact]
    public async Task Calls_go_through_with_TLS_and_certificates_on_both_sides()
    {
        using var certificates = TestCertificates.Create();
        await using var relay = await TestRelay.StartAsync(options => options with
        {
            Server = options.Server with { TlsCertificate = certificates.ServerCertificateFile, TlsKey = certificates.ServerKeyFile, TlsClientCa = certificates.CaFile },
        });
        using var python = new PythonPeer();
        var call = new PythonCall($"localhost:{relay.Host.Port}", "unary_unary", "/trial.Work/Echo", ["hello"u8.ToArray()])
        {
            Tls = new PythonTls(certificates.CaFile, certificates.ClientCertificateFile, certificates.ClientKeyFile),
        };
        Assert.Equal("hello", Encoding.UTF8.GetString(Assert.Single((await python.CallAsync(call)).Messages)));
        Assert.Equal("UNAVAILABLE", (await python.CallAsync(call with { Tls = new PythonTls(certificates.CaFile) })).Code);
    }
}
