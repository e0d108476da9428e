using Genie.Servers;
using Genie.Testing;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Tests;

/// <summary>One server for all tests of the project: with a password, and TLS.</summary>
public sealed class RedisServerFixture : IAsyncLifetime
{
    public const string Password = "s3cret / with @ signs";

    private ServerUnderTest? _server;
    private TestCertificates? _certificates;

    /// <summary>The server; tests call <see cref="Require"/> before.</summary>
    public ServerUnderTest Server => _server ?? throw new InvalidOperationException("Call Require first.");

    public TestCertificates Certificates => _certificates ?? throw new InvalidOperationException("Call RequireOwn first.");

    public int TlsPort { get; private set; }

    public RedisOptions Options => new() { Url = Server.Process is null ? Server.Url : UrlOf("redis", Server.Url.Port, Password) };

    public static Uri UrlOf(string scheme, int port, string password, string path = "", string host = "127.0.0.1") =>
        new($"{scheme}://:{Uri.EscapeDataString(password)}@{host}:{port}/{path}");

    /// <summary>As <see cref="Options"/> have it, at another port of this machine. A UriBuilder bears no password without a user.</summary>
    public Uri UrlAt(int port) => Server.Process is null ? new UriBuilder(Server.Url) { Host = "127.0.0.1", Port = port }.Uri : UrlOf("redis", port, Password);

    /// <summary>Skips where no server can be had.</summary>
    public void Require()
    {
        if (_server is null) Skip.If(true, ServerUnderTest.WhyUnavailable("redis", RedisServer.IsInstalled));
    }

    /// <summary>Skips where the server is the user's: passwords, certificates and crashes are ours to set only on our own.</summary>
    public void RequireOwn()
    {
        Require();
        Skip.If(Server.Process is null, "the server is the user's");
    }

    /// <summary>The library by itself, to look at the server past the driver; of a server of our own.</summary>
    public async Task<ConnectionMultiplexer> LookAsync() => await ConnectionMultiplexer.ConnectAsync(
        new ConfigurationOptions { EndPoints = { { "127.0.0.1", Server.Url.Port } }, Password = Password });

    public async Task InitializeAsync()
    {
        if (ServerUnderTest.WhyUnavailable("redis", RedisServer.IsInstalled) is not null) return;
        _certificates = TestCertificates.Create();
        TlsPort = Ports.PickFree();
        var settings = new RedisSettings
        {
            Password = Password,
            TlsPort = TlsPort,
            TlsCertificateFile = _certificates.ServerCertificateFile,
            TlsKeyFile = _certificates.ServerKeyFile,
        };
        _server = await ServerUnderTest.StartAsync("redis", "redis", (folder, port) => RedisServer.StartAsync(folder, port, settings, CancellationToken.None));
    }

    public async Task DisposeAsync()
    {
        if (_server is not null) await _server.DisposeAsync();
        _certificates?.Dispose();
    }
}

/// <summary>Tests of one server run one after the other: some of them kill it.</summary>
[CollectionDefinition(Name)]
public sealed class RedisServerTests : ICollectionFixture<RedisServerFixture>
{
    public const string Name = "Redis server";
}
