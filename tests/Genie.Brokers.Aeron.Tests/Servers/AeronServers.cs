using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Aeron.Tests.Servers;

/// <summary>The media driver of the tests, started when first asked for; tests may kill it.</summary>
public sealed class AeronServers : IAsyncLifetime
{
    private const string Name = "aeron";
    private readonly Lazy<Task<OwnServer>> _server = new(StartAsync);

    /// <summary>Its folder's options. Skips the test where no media driver can be had.</summary>
    public async Task<AeronOptions> OptionsAsync()
    {
        var own = await OwnAsync();
        return new AeronOptions { Dir = AeronServer.FolderOf(own.Process.Folder) };
    }

    /// <summary>The server. Skips the test where none can be had.</summary>
    public Task<OwnServer> OwnAsync()
    {
        var reason = ServerUnderTest.WhyUnavailable(Name, ScriptServer.Find(Name) is not null);
        Skip.If(reason is not null, reason);
        Skip.If(ScriptServer.Find(Name) is null, $"a media driver of the tests' own needs {ScriptServer.Variable(Name)}");
        return _server.Value;
    }

    /// <summary>One more media driver, for tests that end it.</summary>
    public static Task<OwnServer> StartAsync() => OwnServer.StartAsync(
        $"test-{Name}",
        static (folder, _) => AeronServer.StartAsync(ScriptServer.Find(Name)!, folder, new Dictionary<string, string> { ["HEAP"] = "128m" }, CancellationToken.None));

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        if (_server.IsValueCreated) await (await _server.Value).DisposeAsync();
    }
}
