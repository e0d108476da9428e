using Genie.Extensions.Genius.Rules.Resources;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Onnx;

/// <summary>
/// Loads the models of a folder before rules are loaded, and again when their files change. A file that does not load is logged, and what was known of its model stays; where nothing was, rules that
/// ask for it are set aside until it does.
/// </summary>
internal sealed class OnnxModelService(RuleResources resources, OnnxModelOptions options, TimeProvider clock, ILogger logger) : BackgroundService, IHostedLifecycleService
{
    private readonly Dictionary<string, (DateTime WrittenAt, long Bytes)> _known = new(StringComparer.Ordinal);
    private bool _isFolderMissed;

    // Before any service starts, also before the one that loads the rules, in whatever order they were added.
    Task IHostedLifecycleService.StartingAsync(CancellationToken cancellationToken)
    {
        Refresh();
        return Task.CompletedTask;
    }

    Task IHostedLifecycleService.StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    Task IHostedLifecycleService.StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    Task IHostedLifecycleService.StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Loads the files that are not as they were.</summary>
    public void Refresh()
    {
        foreach (var file in Files())
        {
            var stamp = (file.LastWriteTimeUtc, file.Length);
            if (_known.TryGetValue(file.Name, out var known) && known == stamp) continue;
            _known[file.Name] = stamp;
            Load(file);
        }
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            await Task.Delay(options.Interval, clock, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            Refresh();
        }
    }

    private FileInfo[] Files()
    {
        try
        {
            FileInfo[] files = [.. new DirectoryInfo(options.Folder).EnumerateFiles("*.onnx").OrderBy(static file => file.Name, StringComparer.Ordinal)];
            _isFolderMissed = false;
            return files;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            if (!_isFolderMissed) logger.LogError(error, "The folder of models {Folder} is not read; it is tried again every {Interval}.", options.Folder, options.Interval);
            _isFolderMissed = true;
            return [];
        }
    }

    private void Load(FileInfo file)
    {
        try
        {
            if (file.Length > options.FileBytesMax) throw new OnnxModelException(file.FullName, $"it has {file.Length:N0} bytes; at most {options.FileBytesMax:N0} are read.");
            resources.PutModel(file.Name, OnnxModel.Load(file.FullName));
        }
        catch (OnnxModelException error)
        {
            logger.LogError(error, "The model {Model} is not loaded; it is tried again when its file changes.", file.Name);
            resources.RefuseModel(file.Name, error.Reason);
        }
    }
}
