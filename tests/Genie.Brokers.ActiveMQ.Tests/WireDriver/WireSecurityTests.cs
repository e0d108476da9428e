using System.Security.Cryptography.X509Certificates;
using Genie.Brokers.ActiveMQ.Tests.Servers;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.ActiveMQ.Tests.WireDriver;

/// <summary>TLS and permissions, against servers that insist on them.</summary>
public sealed class WireSecurityTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("genie-test-activemq-");
    private readonly ActiveMQPorts _ports = ActiveMQPorts.Pick();
    private readonly TestCertificates _certificates;

    public WireSecurityTests() => _certificates = TestCertificates.Create(Path.Combine(_folder.FullName, "tls"));

    public void Dispose() => _folder.Delete(recursive: true);

    [SkippableFact]
    public async Task Artemis_under_TLS_is_reached_and_its_certificate_is_checked()
    {
        var unavailable = new ArtemisFixture().Unavailable;
        Skip.If(unavailable is not null, unavailable);
        var pem = Path.Combine(_folder.FullName, "both.pem");
        await File.WriteAllTextAsync(pem, await File.ReadAllTextAsync(_certificates.ServerKeyFile) + "\n" + await File.ReadAllTextAsync(_certificates.ServerCertificateFile));
        await using var server = await ArtemisFixture.StartAsync(_folder.FullName, _ports, password: null, pem);
        await ExpectTlsAsync();
    }

    [SkippableFact]
    public async Task Classic_under_TLS_is_reached_and_its_certificate_is_checked()
    {
        var unavailable = new ClassicFixture().Unavailable;
        Skip.If(unavailable is not null, unavailable);
        var store = Path.Combine(_folder.FullName, "server.p12");
        using var certificate = X509Certificate2.CreateFromPemFile(_certificates.ServerCertificateFile, _certificates.ServerKeyFile);
        await File.WriteAllBytesAsync(store, certificate.Export(X509ContentType.Pkcs12, "store"));
        await using var server = await ActiveMqServer.StartAsync(
            _folder.FullName, _ports.Plain, new ActiveMqSettings { TlsPort = _ports.Tls, TlsKeyStoreFile = store, TlsKeyStorePassword = "store" }, default);
        await ExpectTlsAsync();
    }

    [SkippableFact]
    public async Task What_a_user_may_not_write_to_fails_each_way_of_sending()
    {
        var unavailable = new ClassicFixture().Unavailable;
        Skip.If(unavailable is not null, unavailable);
        await using var server = await ActiveMqServer.StartAsync(
            _folder.FullName, _ports.Plain, new ActiveMqSettings { User = "a", Password = "b", WritableQueues = "genie.open" }, default);
        await using var broker = Clients.Create(new ActiveMQOptions { Url = new Uri($"stomp://a:b@127.0.0.1:{_ports.Plain}") });
        await using var accepted = await broker.ConnectAsync("closed", new ConnectionOptions(), default);
        await using var buffered = await broker.ConnectAsync("closed", new ConnectionOptions { Confirmation = Confirmation.Buffered }, default);

        var error = await Assert.ThrowsAsync<BrokerPermissionException>(async () => await accepted.SendAsync(new byte[1], default));
        Assert.Contains("genie.closed", error.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<BrokerPermissionException>(async () => await accepted.RequestAsync(new byte[1], default));
        await Assert.ThrowsAsync<BrokerPermissionException>(async () =>
        {
            await buffered.SendAsync(new byte[1], default);

            // This server reports what was refused from another thread: maybe after it has answered the flush.
            for (var deadline = DateTime.UtcNow + Clients.SafetyNet; DateTime.UtcNow < deadline;) await buffered.FlushAsync(default);
        });

        // The link itself goes on.
        await buffered.FlushAsync(default);
    }

    private async Task ExpectTlsAsync()
    {
        while (!Ports.IsListening(_ports.Tls)) await Task.Delay(20);
        var options = new ActiveMQOptions { Url = new Uri($"stomp+ssl://127.0.0.1:{_ports.Tls}"), TlsCaFile = _certificates.CaFile };
        await Clients.ExpectRoundTripAsync(options);
        await Clients.ExpectRoundTripAsync(options with { Url = new Uri($"stomp://127.0.0.1:{_ports.Tls}"), Tls = true });
        await Clients.ExpectRefusedAsync<BrokerTlsException>(options with { TlsCaFile = "" });
        await Clients.ExpectRefusedAsync<BrokerTlsException>(options with { TlsServerName = "other.example" });
        await Clients.ExpectRefusedAsync<BrokerSettingException>(options with { TlsCaFile = "missing.pem" });
    }
}
