using Genie.Brokers.Nats.Tests.Servers;
using Genie.Testing;

namespace Genie.Brokers.Nats.Tests.WireDriver;

/// <summary>Credentials, permissions and TLS, against servers that insist on them.</summary>
public sealed class NatsSecurityTests
{
    public NatsSecurityTests() => Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);

    [SkippableFact]
    public async Task User_and_password_come_from_options_or_url()
    {
        await using var server = await TestServer.StartAsync("""authorization { user: "us er", password: "p@:/ß" }""");
        await WireTesting.ExpectRoundTripAsync(server.Options with { User = "us er", Password = "p@:/ß" });
        await WireTesting.ExpectRoundTripAsync(server.Options with { Url = new Uri($"nats://us%20er:p%40%3A%2F%C3%9F@127.0.0.1:{server.Port}") });
        await ExpectRefusedAsync<BrokerAuthenticationException>(server.Options);
    }

    [SkippableFact]
    public async Task A_token_comes_from_options_or_url()
    {
        await using var server = await TestServer.StartAsync("""authorization { token: "s3cret" }""");
        await WireTesting.ExpectRoundTripAsync(server.Options with { Token = "s3cret" });
        await WireTesting.ExpectRoundTripAsync(server.Options with { Url = new Uri($"nats://s3cret@127.0.0.1:{server.Port}") });
        await ExpectRefusedAsync<BrokerAuthenticationException>(server.Options with { Token = "other" });
    }

    [SkippableFact]
    public async Task A_password_that_is_changed_while_the_link_is_down_ends_it_with_that_error()
    {
        await using var server = await TestServer.StartAsync("authorization { user: a, password: b }");
        await using var broker = WireTesting.Create(server.Options with { User = "a", Password = "b" });
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default);
        await connection.FlushAsync(default);
        await server.KillAsync();
        await server.RestartAsync("authorization { user: a, password: other }");
        await Assert.ThrowsAsync<BrokerAuthenticationException>(async () =>
        {
            while (true)
            {
                try
                {
                    await connection.FlushAsync(default);
                }
                catch (LinkLostException)
                {
                    // The loss itself may be seen first.
                }
            }
        });
    }

    [SkippableFact]
    public async Task What_a_user_may_not_publish_fails_each_way_of_sending()
    {
        await using var server = await TestServer.StartAsync(
            """authorization { users: [ { user: a, password: b, permissions: { publish: { deny: "genie.closed" } } } ] }""");
        await using var broker = WireTesting.Create(server.Options with { User = "a", Password = "b" });
        await using var buffered = await broker.ConnectAsync("closed", new ConnectionOptions(), default);
        await using var accepted = await broker.ConnectAsync("closed", new ConnectionOptions { Confirmation = Confirmation.Accepted }, default);

        var error = await Assert.ThrowsAsync<BrokerPermissionException>(async () => await buffered.RequestAsync(new byte[1], default));
        Assert.Contains("genie.closed", error.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<BrokerPermissionException>(async () => await accepted.SendAsync(new byte[1], default));
        await Assert.ThrowsAsync<BrokerPermissionException>(async () =>
        {
            await buffered.SendAsync(new byte[1], default);
            await buffered.FlushAsync(default);
        });

        // The link itself goes on.
        await buffered.FlushAsync(default);
    }

    [SkippableFact]
    public async Task A_listener_without_permission_is_told_so()
    {
        await using var server = await TestServer.StartAsync(
            """authorization { users: [ { user: a, password: b, permissions: { subscribe: { deny: "genie.closed" } } } ] }""");
        await using var broker = WireTesting.Create(server.Options with { User = "a", Password = "b" });
        await Assert.ThrowsAsync<BrokerPermissionException>(async () => await broker.ListenAsync("closed", new ListenOptions(), WireTesting.Echo, default));
        await using var allowed = await broker.ListenAsync("open", new ListenOptions(), WireTesting.Echo, default);
    }

    [SkippableFact]
    public async Task A_server_that_requires_TLS_gets_it_and_its_certificate_is_checked()
    {
        using var certificates = TestCertificates.Create();
        await using var server = await TestServer.StartAsync(
            $$"""tls { cert_file: "{{certificates.ServerCertificateFile}}", key_file: "{{certificates.ServerKeyFile}}" }""");
        await WireTesting.ExpectRoundTripAsync(server.Options with { TlsCaFile = certificates.CaFile });
        await WireTesting.ExpectRoundTripAsync(server.Options with { TlsCaFile = certificates.CaFile, Url = new Uri($"tls://127.0.0.1:{server.Port}") });
        await ExpectRefusedAsync<BrokerTlsException>(server.Options);
        await ExpectRefusedAsync<BrokerTlsException>(server.Options with { TlsCaFile = certificates.CaFile, TlsServerName = "other.example" });
        await ExpectRefusedAsync<BrokerSettingException>(server.Options with { TlsCaFile = certificates.CaFile + ".missing" });
    }

    [SkippableFact]
    public async Task A_server_that_asks_for_a_certificate_gets_ours()
    {
        using var certificates = TestCertificates.Create();
        await using var server = await TestServer.StartAsync(
            $$"""
            tls { cert_file: "{{certificates.ServerCertificateFile}}", key_file: "{{certificates.ServerKeyFile}}",
                  ca_file: "{{certificates.CaFile}}", verify: true }
            """);
        var options = server.Options with { TlsCaFile = certificates.CaFile };
        await WireTesting.ExpectRoundTripAsync(options with { TlsCertificateFile = certificates.ClientCertificateFile, TlsKeyFile = certificates.ClientKeyFile });
        await using var broker = WireTesting.Create(options);
        await Assert.ThrowsAnyAsync<BrokerException>(async () => await broker.ConnectAsync("c", new ConnectionOptions(), default));
    }

    [SkippableFact]
    public async Task Insisting_on_TLS_where_the_server_has_none_is_said()
    {
        await using var server = await TestServer.StartAsync("");
        await ExpectRefusedAsync<BrokerTlsException>(server.Options with { Tls = true });
    }

    private static async Task ExpectRefusedAsync<TError>(NatsOptions options)
        where TError : BrokerException
    {
        await using var broker = WireTesting.Create(options);
        var error = await Assert.ThrowsAsync<TError>(async () => await broker.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.False(error.IsTransient);
        await Assert.ThrowsAsync<TError>(async () => await broker.ListenAsync("c", new ListenOptions(), WireTesting.Echo, default));
    }
}
