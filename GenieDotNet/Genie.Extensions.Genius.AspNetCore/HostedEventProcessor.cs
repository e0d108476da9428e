using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>The host's processor.</summary>
internal sealed class HostedEventProcessor(GeniusProcessor processor) : IEventProcessor
{
    /// <inheritdoc/>
    public ValueTask<GeniusAnswer> ProcessAsync(GeniusEvent value, CancellationToken cancellationToken) => processor.ProcessAsync(value, cancellationToken);
}
