using Genie.Servers;

namespace Genie.Testing;

/// <summary>
/// The server a test project runs against: one that GENIE_TEST_{NAME}_URL names, else one of our own in a private
/// folder. Tests skip only where neither can be had, and never in CI.
/// </summary>
public sealed class ServerUnderTest : IAsyncDisposable
{
    private readonly OwnServer? _own;

    private ServerUnderTest(Uri url, OwnServer? own)
    {
        Url = url;
        _own = own;
    }

    public Uri Url { get; }

    /// <summary>Null where the server is the user's, which tests must not kill.</summary>
    public ServerProcess? Process => _own?.Process;

    /// <summary>Why a test must be skipped, or null.</summary>
    public static string? WhyUnavailable(string name, bool isInstalled)
    {
        var variable = Variable(name);
        if (isInstalled || Environment.GetEnvironmentVariable(variable) is { Length: > 0 }) return null;
        var reason = $"no {name} server: install it, or name one with {variable}";
        return Environment.GetEnvironmentVariable("CI") is { Length: > 0 } ? throw new InvalidOperationException($"In CI nothing that can be installed is skipped: {reason}.") : reason;
    }

    /// <summary>Uses the named server or starts one.</summary>
    /// <param name="name">The system's name.</param>
    /// <param name="scheme">The URL's scheme for a server of our own.</param>
    /// <param name="start">Starts one in a folder on a port.</param>
    public static async Task<ServerUnderTest> StartAsync(string name, string scheme, Func<string, int, Task<ServerProcess>> start)
    {
        if (Environment.GetEnvironmentVariable(Variable(name)) is { Length: > 0 } url) return new ServerUnderTest(new Uri(url), null);
        var own = await OwnServer.StartAsync($"test-{name}", start).ConfigureAwait(false);
        return new ServerUnderTest(new Uri($"{scheme}://127.0.0.1:{own.Process.Port}"), own);
    }

    /// <summary>Kills the server as a crash would and starts it again on the same data.</summary>
    public Task CrashAndRestartAsync(TimeSpan downTime) =>
        (_own ?? throw new InvalidOperationException("This server is the user's; tests do not kill it.")).CrashAndRestartAsync(downTime);

    public ValueTask DisposeAsync() => _own?.DisposeAsync() ?? ValueTask.CompletedTask;

    private static string Variable(string name) => $"GENIE_TEST_{name.ToUpperInvariant()}_URL";
}
