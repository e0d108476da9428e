using Genie.Benchmarks.Load.Faults;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Genius;

/// <summary>Servers of one cluster.</summary>
/// <param name="settings">What they have in common.</param>
internal sealed class GeniusMembers(IReadOnlyDictionary<string, string> settings) : ProcessGroup<GeniusMember>
{
    /// <summary>Starts one.</summary>
    /// <param name="port">Where one was before; null: anywhere.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public Task StartAsync(int? port, CancellationToken cancellationToken) =>
        StartAsync(token => GeniusMember.StartAsync(port ?? Ports.PickFree(), settings, token), cancellationToken);

    /// <inheritdoc/>
    protected override Task ReplaceAsync(GeniusMember ended, CancellationToken cancellationToken) => StartAsync(ended.Port, cancellationToken);
}
