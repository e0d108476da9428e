using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Backfills definitions that want it, once, while the host runs.</summary>
internal sealed class BackfillService(GeniusProcessor processor, TimeProvider clock, ILogger logger) : RestartingService(clock, logger)
{
    private readonly ILogger _logger = logger;

    /// <inheritdoc/>
    protected override async Task RunAsync(CancellationToken cancellationToken)
    {
        if (processor.Backfills.Count == 0) return;
        await processor.BackfillAsync(cancellationToken).ConfigureAwait(false);
        if (!_logger.IsEnabled(LogLevel.Information)) return;
        foreach (var each in processor.Backfills) _logger.LogInformation("The {Kind} '{Name}', version {Version}, has taken in all events.", each.Kind, each.Name, each.Version);
    }
}
