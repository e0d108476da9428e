using Genie.EventStore;
using Genie.Extensions.Genius.Roles;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Opens a group and gives up its members in time.</summary>
internal sealed class MemberGroupService(IEventStore store, string name, MemberGroupOptions options, HostedMemberGroup hosted, ILogger logger) : RestartingService(options.Clock, logger)
{
    private MemberGroup? _group;

    /// <inheritdoc/>
    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        hosted.Group = _group = await MemberGroup.OpenAsync(store, name, options, cancellationToken).ConfigureAwait(false);
        await base.StartAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        _group?.Dispose();
        base.Dispose();
    }

    /// <inheritdoc/>
    protected override Task RunAsync(CancellationToken cancellationToken) => hosted.Group.RunAsync(cancellationToken);
}
