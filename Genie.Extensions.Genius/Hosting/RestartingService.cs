using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Work that runs as long as the host does. Where it fails it is logged and begun again after a pause: the rest of the host goes on.</summary>
/// <param name="clock">Whose time.</param>
/// <param name="logger">Is told of failures.</param>
/// <param name="leadership">Says when this process is the one to do it; null: always.</param>
internal abstract class RestartingService(TimeProvider clock, ILogger logger, IGeniusLeadership? leadership = null) : BackgroundService
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    /// <summary>Is told of failures.</summary>
    protected ILogger Logger => logger;

    /// <summary>Runs until the token fires.</summary>
    protected abstract Task RunAsync(CancellationToken cancellationToken);

    /// <inheritdoc/>
    protected sealed override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                await (leadership?.LeadAsync(RunAsync, stoppingToken) ?? RunAsync(stoppingToken)).ConfigureAwait(false);
                return;
            }
            catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
            {
                return;
            }
            catch (Exception error)
            {
                logger.LogError(error, "{Service} failed; it begins again in {Pause}.", GetType().Name, Pause);
                await Task.Delay(Pause, clock, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }
}
