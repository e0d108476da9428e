using System.Globalization;
using System.Text;
using Genie.Brokers.Nats.Tests.Servers;
using Genie.Brokers.Nats.Tests.WireDriver;
using Genie.Testing;

namespace Genie.Brokers.Nats.Tests.OfficialDriver;

/// <summary>Both drivers speak to each other: neither merely agrees with itself.</summary>
public sealed class NatsInteropTests(NatsFixture fixture) : IClassFixture<NatsFixture>
{
    [SkippableTheory]
    [InlineData("wire", "official")]
    [InlineData("official", "wire")]
    public async Task One_asks_and_the_other_answers(string asking, string answering)
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        await using var client = Create(asking);
        await using var worker = Create(answering);
        var channel = $"interop-{asking}";
        await using var listener = await worker.ListenAsync(channel, new ListenOptions(), (message, reply, token) =>
            message.Length == 1 ? throw new InvalidOperationException("no") : WireTesting.Echo(message, reply, token), default);
        await using var connection = await client.ConnectAsync(channel, new ConnectionOptions(), default);
        await Task.WhenAll(Enumerable.Range(100, 500).Select(async number =>
        {
            var message = Encoding.ASCII.GetBytes(number.ToString(CultureInfo.InvariantCulture));
            using var reply = await connection.RequestAsync(message, default);
            Assert.Equal(message, reply.Payload.ToArray());
        }));
        await Assert.ThrowsAsync<RemoteHandlerException>(async () => await connection.RequestAsync(new byte[1], default));
    }

    [SkippableTheory]
    [InlineData("official", "user: a, password: b", typeof(BrokerAuthenticationException))]
    [InlineData("wire", "user: a, password: b", typeof(BrokerAuthenticationException))]
    public async Task Both_say_the_same_of_refused_credentials(string client, string authorization, Type error)
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        await using var server = await TestServer.StartAsync($"authorization {{ {authorization} }}");
        await using var broker = NatsDrivers.All.Single(driver => driver.Client == client).Create(server.Options with { User = "a", Password = "c" });
        Assert.IsType(error, await Record.ExceptionAsync(async () => await broker.ConnectAsync("c", new ConnectionOptions(), default)));
    }

    [SkippableFact]
    public async Task The_client_checks_certificates_too()
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        using var certificates = TestCertificates.Create();
        await using var server = await TestServer.StartAsync(
            $$"""tls { cert_file: "{{certificates.ServerCertificateFile}}", key_file: "{{certificates.ServerKeyFile}}" }""");
        var official = NatsDrivers.All.Single(driver => driver.Client == "official");
        await using var trusting = official.Create(server.Options with { TlsCaFile = certificates.CaFile });
        await using var connection = await trusting.ConnectAsync("c", new ConnectionOptions(), default);
        await connection.FlushAsync(default);
        await using var strict = official.Create(server.Options);
        await Assert.ThrowsAsync<BrokerTlsException>(async () => await strict.ConnectAsync("c", new ConnectionOptions(), default));
    }

    private IBroker Create(string client) => NatsDrivers.All.Single(driver => driver.Client == client).Create(fixture.Options);
}
