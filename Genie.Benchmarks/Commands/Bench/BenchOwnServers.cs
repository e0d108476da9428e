using System.Collections.Concurrent;
using Genie.Servers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Servers that only this run uses, so that they may be killed.</summary>
internal sealed class BenchOwnServers : IAsyncDisposable
{
    private readonly ConcurrentDictionary<string, OwnServer> _servers = [];

    /// <summary>Starts a system's.</summary>
    /// <returns>Its address.</returns>
    /// <exception cref="ServerException">It cannot be started as a process.</exception>
    public async Task<Uri> StartAsync(ServerSystem system, CancellationToken cancellationToken)
    {
        var server = await OwnServer.StartAsync(system, cancellationToken).ConfigureAwait(false);
        _servers[system.Name] = server;
        return system.UrlOf(server.Process);
    }

    /// <summary>Lets something happen to a system's.</summary>
    /// <exception cref="ServerException">It does not start again.</exception>
    public Task ApplyAsync(string broker, ServerStep step, CancellationToken cancellationToken) => step.ApplyAsync(_servers[broker], cancellationToken);

    /// <summary>Lets a system's run again, whatever happened to it.</summary>
    /// <exception cref="ServerException">It does not start again.</exception>
    public async Task HealAsync(string broker)
    {
        if (!_servers.TryGetValue(broker, out var server)) return;
        await ServerStep.ContinueServer.ApplyAsync(server, CancellationToken.None).ConfigureAwait(false);
        await server.StartAgainAsync(CancellationToken.None).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync() => await Task.WhenAll(_servers.Values.Select(server => server.DisposeAsync().AsTask())).ConfigureAwait(false);
}
