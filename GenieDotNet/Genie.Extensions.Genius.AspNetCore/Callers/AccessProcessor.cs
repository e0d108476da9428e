using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Callers;

/// <summary>Processes events of the caller's own keys.</summary>
internal sealed class AccessProcessor(IEventProcessor processor, CallerAccess access) : IEventProcessor
{
    /// <inheritdoc/>
    /// <exception cref="RpcException">PERMISSION_DENIED: the event is of another key.</exception>
    public ValueTask<GeniusAnswer> ProcessAsync(GeniusEvent value, CancellationToken cancellationToken)
    {
        access.RequireKey(value.Key);
        return processor.ProcessAsync(value, cancellationToken);
    }
}
