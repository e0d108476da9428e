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
    private readonly Lazy<Task<PlainServer>> _plain = new(PlainServer.StartAsync);
    private readonly Lazy<Task<SecuredServer>> _secured = new(SecuredServer.StartAsync);

    /// <summary>True if servers of our own can be started; else there may be one of the user's.</summary>
    public static bool CanStart => ScriptServer.Find(Name) is not null;

    /// <summary>True if there is a server without tokens.</summary>
    public static bool IsAvailable => ServerUnderTest.WhyUnavailable(Name, CanStart) is null;

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

    /// <summary>Skips the test where there is no server.</summary>
    public static void RequireServer()
    {
        var reason = ServerUnderTest.WhyUnavailable(Name, CanStart);
        Skip.If(reason is not null, reason);
    }

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        if (_plain.IsValueCreated) await (await _plain.Value).DisposeAsync();
        if (_secured.IsValueCreated) await (await _secured.Value).DisposeAsync();
    }
}
