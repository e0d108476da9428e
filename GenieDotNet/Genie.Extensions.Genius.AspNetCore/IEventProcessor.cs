using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>Takes events to their effect: <see cref="GeniusProcessor"/>, or a substitute. Safe for concurrent callers.</summary>
public interface IEventProcessor
{
    /// <summary>Processes an event. The same request key again with the same key has no further effect and is answered as the first time.</summary>
    ValueTask<GeniusAnswer> ProcessAsync(GeniusEvent value, CancellationToken cancellationToken);
}
