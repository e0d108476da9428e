using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Aeron.Tests.Servers;

/// <summary>The media driver of the tests, started when first asked for; tests may kill it.</summary>
public sealed class AeronServers : IAsyncLifetime
{
    private const string Name = "aeron";
    private readonly Lazy<Task<OwnServer>> _server = new(static () => StartAsync(""));

    /// <summary>Its folder's options. Skips the test where no media driver can be had.</summary>
    public async Task<AeronOptions> OptionsAsync()
    {
        return OptionsOf(await OwnAsync());
    }

    /// <summary>Options that lead to a media driver.</summary>
    public static AeronOptions OptionsOf(OwnServer server) => new() { Dir = AeronServer.FolderOf(server.Process.Folder) };

    /// <summary>The server. Skips the test where none can be had.</summary>
    public Task<OwnServer> OwnAsync()
    {
        Require();
        return _server.Value;
    }

    /// <summary>One more media driver, for tests that end it, or want it otherwise. Skips the test where none can be had.</summary>
    /// <param name="javaOptions">Its further options.</param>
    public static Task<OwnServer> StartOwnAsync(string javaOptions = "")
    {
        Require();
        return StartAsync(javaOptions);
    }

    private static Task<OwnServer> StartAsync(string javaOptions) => OwnServer.StartAsync(
        $"test-{Name}",
        (folder, _) => AeronServer.StartAsync(
            ScriptServer.Find(Name)!, folder, new Dictionary<string, string> { ["HEAP"] = "128m", ["JAVA_TOOL_OPTIONS"] = javaOptions }, CancellationToken.None));

    private static void Require()
    {
        var reason = ServerUnderTest.WhyUnavailable(Name, ScriptServer.Find(Name) is not null);
        Skip.If(reason is not null, reason);
        Skip.If(ScriptServer.Find(Name) is null, $"a media driver of the tests' own needs {ScriptServer.Variable(Name)}");
    }

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        if (_server.IsValueCreated) await (await _server.Value).DisposeAsync();
    }
}
