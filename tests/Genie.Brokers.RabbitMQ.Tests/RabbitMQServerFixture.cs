using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.RabbitMQ.Tests;

/// <summary>One node for all tests of the project: with guest, a second user, and TLS.</summary>
public sealed class RabbitMQServerFixture : IAsyncLifetime
{
    public const string User = "genie";
    public const string Password = "s3cret / with @ signs";

    private ServerUnderTest? _server;
    private string _certificateFolder = "";

    /// <summary>The server, started with the first test that needs it.</summary>
    public ServerUnderTest Server => _server ?? throw new InvalidOperationException("Call Require first.");

    public TestCertificates Certificates { get; private set; } = null!;

    public int TlsPort { get; private set; }

    public RabbitMQOptions Options => new() { Url = Server.Url };

    /// <summary>Skips where no server can be had.</summary>
    public void Require()
    {
        if (_server is null) Skip.If(true, ServerUnderTest.WhyUnavailable("rabbitmq", RabbitMqServer.IsInstalled));
    }

    /// <summary>Skips where the server is the user's: users, certificates and crashes are ours to set only on our own.</summary>
    public void RequireOwn()
    {
        Require();
        Skip.If(Server.Process is null, "the server is the user's");
    }

    public async Task InitializeAsync()
    {
        if (ServerUnderTest.WhyUnavailable("rabbitmq", RabbitMqServer.IsInstalled) is not null) return;
        _certificateFolder = Directory.CreateTempSubdirectory("genie-test-certificates-").FullName;
        Certificates = TestCertificates.Create(_certificateFolder);
        TlsPort = Ports.PickFree();
        var settings = new RabbitMqSettings
        {
            Users = new Dictionary<string, string> { ["guest"] = "guest", [User] = Password },
            TlsPort = TlsPort,
            TlsCertificateFile = Certificates.ServerCertificateFile,
            TlsKeyFile = Certificates.ServerKeyFile,
        };
        _server = await ServerUnderTest.StartAsync(
            "rabbitmq", "amqp", (folder, port) => RabbitMqServer.StartAsync(folder, port, settings, CancellationToken.None));
    }

    public async Task DisposeAsync()
    {
        if (_server is null) return;
        await _server.DisposeAsync();
        Directory.Delete(_certificateFolder, recursive: true);
    }
}

/// <summary>Tests of one node run one after the other: some of them kill it.</summary>
[CollectionDefinition(Name)]
public sealed class RabbitMQServerTests : ICollectionFixture<RabbitMQServerFixture>
{
    public const string Name = "RabbitMQ server";
}
