using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Hosting.Tests;

/// <summary>A nats-server and a mosquitto, where they can be had, shared by all tests.</summary>
public sealed class ServersFixture : IAsyncLifetime
{
    private ServerUnderTest? _nats;
    private ServerUnderTest? _mqtt;

    public ServerUnderTest Nats => _nats ?? throw new InvalidOperationException("Call Require first.");

    /// <summary>Null where there is no mosquitto.</summary>
    public string? MqttUrl => _mqtt?.Url.ToString();

    /// <summary>Where the servers are, as a host's arguments.</summary>
    public IEnumerable<string> Addresses =>
        [.. _nats is null ? [] : new[] { $"--Broker:Settings:nats:url={_nats.Url}" }, .. _mqtt is null ? [] : new[] { $"--Broker:Settings:mqtt:url={_mqtt.Url}" }];

    /// <summary>Skips where a system's server cannot be had.</summary>
    public void Require(string system)
    {
        if (system == "nats") Skip.If(_nats is null, Unavailable("nats", NatsServer.IsInstalled));
        if (system == "mqtt") Skip.If(_mqtt is null, Unavailable("mqtt", MosquittoServer.IsInstalled));
    }

    /// <summary>Skips where no server of our own can be started and killed.</summary>
    public static void RequireOwnNats()
    {
        var reason = NatsServer.IsInstalled ? null : ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled) ?? "the server is the user's";
        Skip.If(reason is not null, reason);
    }

    public async Task InitializeAsync()
    {
        if (Unavailable("nats", NatsServer.IsInstalled) is null)
            _nats = await ServerUnderTest.StartAsync("nats", "nats", (folder, port) => NatsServer.StartAsync(folder, port, null, CancellationToken.None));
        if (Unavailable("mqtt", MosquittoServer.IsInstalled) is null)
            _mqtt = await ServerUnderTest.StartAsync("mqtt", "mqtt", (folder, port) => MosquittoServer.StartAsync(folder, port, null, CancellationToken.None));
    }

    public async Task DisposeAsync()
    {
        if (_nats is not null) await _nats.DisposeAsync();
        if (_mqtt is not null) await _mqtt.DisposeAsync();
    }

    private static string? Unavailable(string name, bool isInstalled) => ServerUnderTest.WhyUnavailable(name, isInstalled);
}

/// <summary>Tests that share the servers.</summary>
[CollectionDefinition(Name)]
public sealed class HostingTests : ICollectionFixture<ServersFixture>
{
    public const string Name = "hosting";
}
