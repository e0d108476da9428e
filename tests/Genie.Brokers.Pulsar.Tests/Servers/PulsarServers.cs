using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Pulsar.Tests.Servers;

/// <summary>
/// The servers of the tests: one plain, and one that asks for a token and speaks TLS on a second port. Each is started when
/// first asked for.
/// </summary>
public sealed class PulsarServers : IAsyncLifetime
{
    private const string Name = "pulsar";
    private static readonly TimeSpan StartPatience = TimeSpan.FromMinutes(1);

    private readonly Lazy<Task<PlainServer>> _plain = new(PlainServer.StartAsync);
    private readonly Lazy<Task<SecuredServer>> _secured = new(SecuredServer.StartAsync);

    /// <summary>True if servers of our own can be started; else there may be one of the user's.</summary>
    public static bool CanStart => ScriptServer.Find(Name) is not null;

    /// <summary>The server without tokens. Skips the test where none can be had.</summary>
    public Task<PlainServer> PlainAsync()
    {
        RequireServer();
        return _plain.Value;
    }

    /// <summary>The server with tokens. Skips the test where the script is not there: a server of the user's has its own.</summary>
    public Task<SecuredServer> SecuredAsync()
    {
        RequireServer();
        Skip.IfNot(CanStart, $"a server with tokens needs {ScriptServer.Variable(Name)}");
        return _secured.Value;
    }

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        if (_plain.IsValueCreated) await (await _plain.Value).DisposeAsync();
        if (_secured.IsValueCreated) await (await _secured.Value).DisposeAsync();
    }

    internal static async Task<ServerProcess> StartAsync(string folder, int port, int adminPort, IReadOnlyDictionary<string, string> variables)
    {
        // A small heap: the tests move little, and the machine has other work.
        var all = new Dictionary<string, string>(variables) { ["HEAP"] = "384m", ["WEB_PORT"] = $"{adminPort}" };
        var server = await ScriptServer.StartAsync(Name, ScriptServer.Find(Name)!, folder, port, all, CancellationToken.None);
        await AwaitNamespaceAsync(adminPort, variables.GetValueOrDefault("TOKEN"));
        return server;
    }

    // A new standalone server listens before it has made the namespace that everybody uses.
    private static async Task AwaitNamespaceAsync(int adminPort, string? token)
    {
        using var client = new HttpClient();
        if (token is not null) client.DefaultRequestHeaders.Authorization = new("Bearer", token);
        var deadline = DateTime.UtcNow + StartPatience;
        while (true)
        {
            try
            {
                using var answer = await client.GetAsync(new Uri($"http://127.0.0.1:{adminPort}/admin/v2/namespaces/public/default"));
                if (answer.IsSuccessStatusCode) return;
                Assert.True(DateTime.UtcNow < deadline, $"{answer.StatusCode}");
            }
            catch (HttpRequestException) when (DateTime.UtcNow < deadline)
            {
                // Its HTTP port comes last.
            }

            await Task.Delay(50);
        }
    }

    private static void RequireServer()
    {
        var reason = ServerUnderTest.WhyUnavailable(Name, CanStart);
        Skip.If(reason is not null, reason);
    }
}
