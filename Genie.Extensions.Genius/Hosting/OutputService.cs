using Genie.Extensions.Genius.Outputs;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Sends derived facts as long as the host runs.</summary>
internal sealed class OutputService(OutputPublisher publisher, ILogger logger, IGeniusLeadership? leadership) : RestartingService(TimeProvider.System, logger, leadership)
{
    /// <inheritdoc/>
    protected override Task RunAsync(CancellationToken cancellationToken) => publisher.RunAsync(cancellationToken);
}
