using Genie.Observing;
using Microsoft.Extensions.Logging;

namespace Genie.Relay.Hosting;

/// <summary>The host's loggers, none of which can fail those who log: the server and the forwarder do it in the midst of a call.</summary>
/// <param name="inner">The host's; its owner disposes of it.</param>
internal sealed class GuardedLoggerFactory(ILoggerFactory inner) : ILoggerFactory
{
    /// <inheritdoc/>
    public ILogger CreateLogger(string categoryName) => new GuardedLogger(inner.CreateLogger(categoryName));

    /// <inheritdoc/>
    public void AddProvider(ILoggerProvider provider) => inner.AddProvider(provider);

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}
