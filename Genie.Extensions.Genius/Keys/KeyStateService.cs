using Genie.EventStore;
using Genie.Extensions.Genius.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Keys;

/// <summary>Keeps <see cref="KeyStates"/> up with the store as long as the host runs.</summary>
internal sealed class KeyStateService(IEventStore store, KeyStates states, TimeProvider clock, ILogger logger) : RestartingService(clock, logger)
{
    /// <inheritdoc/>
    protected override async Task RunAsync(CancellationToken cancellationToken)
    {
        await foreach (var each in store.SubscribeAsync(states.Position, cancellationToken).ConfigureAwait(false)) states.Apply(each);
    }
}
