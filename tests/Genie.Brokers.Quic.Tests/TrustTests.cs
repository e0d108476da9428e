namespace Genie.Brokers.Quic.Tests;

/// <summary>Who is let in, and who is believed.</summary>
public sealed class TrustTests(QuicFiles files) : IClassFixture<QuicFiles>
{
    private static readonly MessageHandler Ignore = (_, _, _) => ValueTask.CompletedTask;

    [SkippableFact]
    public async Task An_authority_of_ones_own_is_believed_on_both_sides()
    {
        var listening = FromAuthority(files.Pinned()) with { TlsCertificateFile = files.Files.ServerCertificateFile, TlsKeyFile = files.Files.ServerKeyFile };
        var connecting = listening with { TlsCertificateFile = files.Files.ClientCertificateFile, TlsKeyFile = files.Files.ClientKeyFile };
        await AskAsync(listening, connecting);
    }

    [SkippableFact]
    public async Task A_client_needs_no_certificate_where_none_is_asked_for()
    {
        var listening = FromAuthority(files.Pinned()) with { TlsMutual = false, TlsCertificateFile = files.Files.ServerCertificateFile, TlsKeyFile = files.Files.ServerKeyFile };
        await AskAsync(listening, listening with { TlsCertificateFile = "", TlsKeyFile = "" });
    }

    [SkippableFact]
    public async Task A_client_without_a_certificate_is_refused_where_one_is_asked_for()
    {
        var listening = files.Pinned();
        await RefuseAsync(listening, listening with { TlsCertificateFile = "", TlsKeyFile = "" });
    }

    [SkippableFact]
    public async Task A_client_of_another_key_is_refused()
    {
        var listening = files.Pinned();
        await RefuseAsync(listening, listening with { TlsCertificateFile = files.Files.ClientCertificateFile, TlsKeyFile = files.Files.ClientKeyFile });
    }

    [SkippableFact]
    public async Task A_listener_of_another_key_is_refused()
    {
        var listening = files.Pinned();
        await RefuseAsync(listening, listening with { TlsPins = QuicFiles.PinOf(files.Files.ClientCertificateFile) });
    }

    [SkippableFact]
    public async Task A_listener_of_another_name_is_refused_by_who_believes_authorities()
    {
        var listening = FromAuthority(files.Pinned()) with { TlsMutual = false, TlsCertificateFile = files.Files.ServerCertificateFile, TlsKeyFile = files.Files.ServerKeyFile };
        await RefuseAsync(listening, listening with { TlsServerName = "elsewhere.example" });
    }

    [SkippableFact]
    public async Task A_listener_without_a_certificate_says_what_it_needs()
    {
        await using var broker = new QuicBroker(files.Pinned() with { TlsCertificateFile = "", TlsKeyFile = "" });
        var error = await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ListenAsync("c", new ListenOptions(), Ignore, default));
        Assert.Contains("tls-certificate-file", error.Message, StringComparison.Ordinal);
    }

    [SkippableTheory]
    [InlineData("12ab")]
    [InlineData("zz4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a")]
    public async Task A_pin_that_is_none_is_a_clear_error(string pin)
    {
        await using var broker = new QuicBroker(files.Pinned() with { TlsPins = pin });
        var error = await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.Contains(pin, error.Message, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task A_file_that_is_missing_is_a_clear_error()
    {
        await using var broker = new QuicBroker(files.Pinned() with { TlsCertificateFile = "/nowhere/listener.pem" });
        var error = await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.Contains("/nowhere/listener.pem", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_password_is_refused() =>
        Assert.Contains("certificate", Assert.Throws<BrokerSettingException>(() => new QuicBroker(new QuicOptions { Url = new Uri("quic://ann:secret@127.0.0.1:1") })).Message, StringComparison.Ordinal);

    private QuicOptions FromAuthority(QuicOptions options) => options with { TlsPins = "", TlsCaFile = files.Files.CaFile };

    private static async Task AskAsync(QuicOptions listening, QuicOptions connecting)
    {
        await using var listener = new QuicBroker(listening);
        await listener.ListenAsync("c", new ListenOptions(), Ignore, default);
        await using var client = new QuicBroker(connecting);
        await using var connection = await client.ConnectAsync("c", new ConnectionOptions(), default);
        (await connection.RequestAsync(new byte[1], default)).Dispose();
    }

    private static async Task RefuseAsync(QuicOptions listening, QuicOptions connecting)
    {
        await using var listener = new QuicBroker(listening);
        await listener.ListenAsync("c", new ListenOptions(), Ignore, default);
        await using var client = new QuicBroker(connecting);
        var error = await Assert.ThrowsAsync<BrokerTlsException>(async () => await client.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.False(error.IsTransient);
    }
}
