using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Testing;

namespace Genie.Brokers.Udp.Tests;

/// <summary>Who is believed where packets are encrypted.</summary>
public sealed class TrustTests : IDisposable
{
    private static readonly MessageHandler Ignore = (_, _, _) => ValueTask.CompletedTask;

    private readonly TestCertificates _files = TestCertificates.Create();
    private readonly UdpOptions _port = Clients.FreePort();

    public void Dispose() => _files.Dispose();

    [Fact]
    public async Task A_pinned_key_is_believed() => await AskAsync(Listening(), _port with { TlsPin = PinOf(_files.ServerCertificateFile) });

    [Fact]
    public async Task A_certificate_of_an_authority_of_ones_own_is_believed() => await AskAsync(Listening(), _port with { TlsCaFile = _files.CaFile });

    [Fact]
    public async Task Another_key_is_refused() => await RefuseAsync(Listening(), _port with { TlsPin = PinOf(_files.ClientCertificateFile) });

    [Fact]
    public async Task Another_name_is_refused() => await RefuseAsync(Listening(), _port with { TlsCaFile = _files.CaFile, TlsServerName = "elsewhere.example" });

    [Fact]
    public async Task A_client_in_the_clear_is_refused_by_a_listener_that_encrypts() => await RefuseAsync(Listening(), _port);

    [Fact]
    public async Task A_listener_in_the_clear_is_refused_by_a_client_that_encrypts() => await RefuseAsync(_port, _port with { TlsCaFile = _files.CaFile });

    [Fact]
    public async Task A_listener_without_a_certificate_says_what_it_needs()
    {
        await using var broker = Clients.Create("wire", _port with { TlsCaFile = _files.CaFile });
        var error = await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ListenAsync("c", new ListenOptions(), Ignore, default));
        Assert.Contains("tls-certificate-file", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_client_that_believes_nobody_says_what_it_needs()
    {
        await using var broker = Clients.Create("wire", Listening());
        var error = await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.Contains("tls-pin", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("wire", "", "/nowhere/ca.pem", "/nowhere/ca.pem")]
    [InlineData("litenetlib", "", "/nowhere/ca.pem", "encrypts nothing")]
    public async Task What_cannot_be_used_is_a_clear_error(string client, string pin, string caFile, string part)
    {
        await using var broker = Clients.Create(client, _port with { TlsPin = pin, TlsCaFile = caFile });
        var error = await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.Contains(part, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("12ab")]
    [InlineData("zz00000000000000000000000000000000000000000000000000000000000000")]
    public void A_pin_that_is_none_is_refused_when_the_options_are_read(string pin)
    {
        var error = Assert.Throws<BrokerSettingException>(() => Clients.Create("wire", _port with { TlsPin = pin }));
        Assert.Contains(pin, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(0.001)]
    [InlineData(-1)]
    [InlineData(9e7)]
    public void Times_that_no_link_lives_with_are_refused_when_the_options_are_read(double milliseconds)
    {
        var time = TimeSpan.FromMilliseconds(milliseconds);
        foreach (var driver in UdpDrivers.All)
        {
            Assert.Contains("heartbeat-interval", Assert.Throws<BrokerSettingException>(() => driver.Create(_port with { HeartbeatInterval = time })).Message, StringComparison.Ordinal);
            Assert.Contains("connect-timeout", Assert.Throws<BrokerSettingException>(() => driver.Create(_port with { ConnectTimeout = time })).Message, StringComparison.Ordinal);
        }
    }

    private UdpOptions Listening() => _port with { TlsCertificateFile = _files.ServerCertificateFile, TlsKeyFile = _files.ServerKeyFile };

    private static async Task AskAsync(UdpOptions listening, UdpOptions connecting)
    {
        await using var listener = Clients.Create("wire", listening);
        await listener.ListenAsync("c", new ListenOptions(), Ignore, default);
        await using var client = Clients.Create("wire", connecting);
        await using var connection = await client.ConnectAsync("c", new ConnectionOptions(), default);
        (await connection.RequestAsync(new byte[1], default)).Dispose();
    }

    private static async Task RefuseAsync(UdpOptions listening, UdpOptions connecting)
    {
        await using var listener = Clients.Create("wire", listening);
        await listener.ListenAsync("c", new ListenOptions(), Ignore, default);
        await using var client = Clients.Create("wire", connecting);
        var error = await Assert.ThrowsAsync<BrokerTlsException>(async () => await client.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.False(error.IsTransient);
    }

    private static string PinOf(string certificateFile)
    {
        using var certificate = X509CertificateLoader.LoadCertificateFromFile(certificateFile);
        return Convert.ToHexString(SHA256.HashData(certificate.PublicKey.ExportSubjectPublicKeyInfo()));
    }
}
