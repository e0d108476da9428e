using Genie.Extensions.Genius.Delivery.Push;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Delivers as long as the host runs.</summary>
internal sealed class DeliveryService(DeliveryWorker worker, TimeProvider clock, ILogger logger, IGeniusLeadership? leadership) : RestartingService(clock, logger, leadership)
{
    /// <inheritdoc/>
    protected override Task RunAsync(CancellationToken cancellationToken) => worker.RunAsync(cancellationToken);
}
