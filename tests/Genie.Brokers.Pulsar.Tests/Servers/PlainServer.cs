using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Pulsar.Tests.Servers;

/// <summary>A server that takes anyone.</summary>
public sealed class PlainServer : IAsyncDisposable
{
    private readonly ServerUnderTest _server;
    private readonly int _adminPort;

    private PlainServer(ServerUnderTest server, int adminPort) => (_server, _adminPort) = (server, adminPort);

    public PulsarOptions Options => new() { Url = _server.Url, AdminUrl = _server.Process is null ? null : new Uri($"http://127.0.0.1:{_adminPort}") };

    /// <summary>Kills and restarts it; null where it is the user's.</summary>
    public Func<TimeSpan, Task>? CrashAndRestart => _server.Process is null ? null : _server.CrashAndRestartAsync;

    public ServerProcess? Process => _server.Process;

    public static async Task<PlainServer> StartAsync()
    {
        var adminPort = Ports.PickFree();
        var server = await ServerUnderTest.StartAsync(
            "pulsar", "pulsar", (folder, port) => PulsarServer.StartAsync(folder, port, adminPort, new Dictionary<string, string>()));
        return new PlainServer(server, adminPort);
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
