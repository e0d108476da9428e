using Genie.EventStore;
using Genie.Extensions.Genius.Roles;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Opens a forum and gives up its members in time.</summary>
internal sealed class ForumService(IEventStore store, string name, ForumOptions options, HostedForum hosted, ILogger logger) : RestartingService(options.Clock, logger)
{
    private Forum? _forum;

    /// <inheritdoc/>
    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        hosted.Forum = _forum = await Forum.OpenAsync(store, name, options, cancellationToken).ConfigureAwait(false);
        await base.StartAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        _forum?.Dispose();
        base.Dispose();
    }

    /// <inheritdoc/>
    protected override Task RunAsync(CancellationToken cancellationToken) => hosted.Forum.RunAsync(cancellationToken);
}
