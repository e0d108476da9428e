using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>
/// The servers of the tests: one plain, and one with a password on its port and TLS on another. Each is started when first
/// asked for.
/// </summary>
public sealed class KafkaServers : IAsyncLifetime
{
    /// <summary>User of the server with a password; the start script knows no other.</summary>
    public const string User = "genie";

    public const string Password = "correct-horse";

    private readonly Lazy<Task<ServerUnderTest>> _plain = new(() => ServerUnderTest.StartAsync("kafka", "kafka", (folder, port) => StartAsync(folder, port, null)));
    private readonly Lazy<Task<SecuredServer>> _secured = new(SecuredServer.StartAsync);

    /// <summary>True if there is one.</summary>
    public static bool IsAvailable => WhyUnavailable is null;

    /// <summary>The server without password. Skips the test where none can be had.</summary>
    public Task<ServerUnderTest> PlainAsync()
    {
        RequireServer();
        return _plain.Value;
    }

    /// <summary>The server with a password. Skips the test where the script is not there: a server of the user's has its own passwords.</summary>
    public Task<SecuredServer> SecuredAsync()
    {
        RequireServer();
        Skip.If(ScriptServer.Find("kafka") is null, $"a server with a password needs {ScriptServer.Variable("kafka")}");
        return _secured.Value;
    }

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        if (_plain.IsValueCreated) await (await _plain.Value).DisposeAsync();
        if (_secured.IsValueCreated) await (await _secured.Value).DisposeAsync();
    }

    internal static Task<ServerProcess> StartAsync(string folder, int port, IReadOnlyDictionary<string, string>? variables)
    {
        // A small heap: the tests move little, and the machine has other work.
        var all = new Dictionary<string, string>(variables ?? new Dictionary<string, string>())
        {
            ["HEAP"] = "384m",
            ["CONTROLLER_PORT"] = $"{Ports.PickFree()}",
        };
        return ScriptServer.StartAsync("kafka", ScriptServer.Find("kafka")!, folder, port, all, CancellationToken.None);
    }

    /// <summary>Skips where no server can be had.</summary>
    public static void RequireServer() => Skip.If(WhyUnavailable is not null, WhyUnavailable);

    private static string? WhyUnavailable => ServerUnderTest.WhyUnavailable("kafka", ScriptServer.Find("kafka") is not null);
}
