using Genie.Diagnostics.Live;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.AspNetCore.Live;

/// <summary>Shows the regions of the host's rules while somebody looks.</summary>
internal sealed class LiveRules(LiveFeed feed, RuleEngine engine, GeniusOptions options) : BackgroundService
{
    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var regions = new LiveRegions(feed);
        using var timer = new PeriodicTimer(options.RuleInterval, options.Grains.Clock);
        while (await timer.WaitForNextTickAsync(stoppingToken).ConfigureAwait(false))
        {
            if (feed.IsWatched) regions.Show(engine.Rules);
        }
    }
}
