using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Mqtt.Tests;

/// <summary>A mosquitto that lets everybody in, and one with users and TLS.</summary>
public sealed class MosquittoFixture : IAsyncLifetime
{
    public const string User = "genie";
    public const string Password = "s3cret / with @ signs";

    private string _folder = "";
    private ServerProcess? _guarded;
    private ServerUnderTest? _server;

    public ServerUnderTest Server => _server ?? throw new InvalidOperationException("Call Require first.");

    /// <summary>Port of the server with users.</summary>
    public int GuardedPort => _guarded!.Port;

    public int TlsPort { get; private set; }

    public TestCertificates Certificates { get; private set; } = null!;

    public MqttOptions Options => new() { Url = Server.Url };

    /// <summary>Skips where no server can be had.</summary>
    public void Require()
    {
        if (_server is null) Skip.If(true, ServerUnderTest.WhyUnavailable("mqtt", MosquittoServer.IsInstalled));
    }

    /// <summary>Skips where servers cannot be started here.</summary>
    public void RequireOwn()
    {
        Require();
        Skip.If(_guarded is null || Server.Process is null, "the server is the user's");
    }

    public async Task InitializeAsync()
    {
        if (ServerUnderTest.WhyUnavailable("mqtt", MosquittoServer.IsInstalled) is not null) return;
        _server = await ServerUnderTest.StartAsync(
            "mqtt", "mqtt", (folder, port) => MosquittoServer.StartAsync(folder, port, null, CancellationToken.None));
        if (!MosquittoServer.IsInstalled) return;
        _folder = Directory.CreateTempSubdirectory("genie-test-mqtt-guarded-").FullName;
        Certificates = TestCertificates.Create(_folder);
        TlsPort = Ports.PickFree();
        var settings = new MosquittoSettings
        {
            Users = new Dictionary<string, string> { [User] = Password },
            TlsPort = TlsPort,
            TlsCertificateFile = Certificates.ServerCertificateFile,
            TlsKeyFile = Certificates.ServerKeyFile,
        };
        _guarded = await MosquittoServer.StartAsync(_folder, Ports.PickFree(), settings, CancellationToken.None);
    }

    public async Task DisposeAsync()
    {
        if (_server is not null) await _server.DisposeAsync();
        if (_guarded is null) return;
        await _guarded.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }
}

/// <summary>Tests of these servers run one after the other: some of them kill one.</summary>
[CollectionDefinition(Name)]
public sealed class MosquittoTests : ICollectionFixture<MosquittoFixture>
{
    public const string Name = "mosquitto";
}
