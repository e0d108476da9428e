using Genie.Extensions.Genius.Rules.Resources;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>
/// Reads the host's tables before rules are loaded, and again when their files change. A file that cannot be read is logged, and what was known of its table stays; where
/// nothing was, rules that ask for it are set aside until it can.
/// </summary>
internal sealed class ReferenceTableService(RuleResources resources, GeniusOptions options, ILogger logger) : BackgroundService
{
    private readonly Dictionary<ReferenceTableFile, (DateTime WrittenAt, long Bytes)> _known = [];

    /// <inheritdoc/>
    public override Task StartAsync(CancellationToken cancellationToken)
    {
        Refresh();
        return base.StartAsync(cancellationToken);
    }

    /// <summary>Reads the files that are not as they were.</summary>
    public void Refresh()
    {
        foreach (var file in options.Tables)
        {
            var info = new FileInfo(file.Path);
            var stamp = info.Exists ? (info.LastWriteTimeUtc, info.Length) : default;
            if (_known.TryGetValue(file, out var known) && known == stamp) continue;
            _known[file] = stamp;
            try
            {
                var table = ReferenceTableReader.Read(file.Name, file.Path);
                resources.Put(table);
                foreach (var warning in table.Warnings) logger.LogWarning("The reference table {Table} from {Path}: {Warning}", file.Name, file.Path, warning);
            }
            catch (ReferenceTableException error)
            {
                logger.LogError("The reference table {Table} is not read; it is tried again when its file changes. {Reason}", file.Name, error.Message);
            }
        }
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (options.Tables.Count == 0) return;
        while (!stoppingToken.IsCancellationRequested)
        {
            await Task.Delay(options.RuleInterval, options.Grains.Clock, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            Refresh();
        }
    }
}
