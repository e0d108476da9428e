using System.Threading.RateLimiting;
using Genie.Extensions.Genius.AspNetCore.Services;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Callers;

/// <summary>Processes the events of one call no faster than its caller's quota allows: they wait, and where too many wait they are refused.</summary>
internal sealed class QuotaProcessor(IEventProcessor processor, PartitionedRateLimiter<ServerCallContext> quota, ServerCallContext call) : IEventProcessor
{
    /// <inheritdoc/>
    /// <exception cref="RpcException">RESOURCE_EXHAUSTED: too many wait already.</exception>
    public async ValueTask<GeniusAnswer> ProcessAsync(GeniusEvent value, CancellationToken cancellationToken)
    {
        using var lease = await quota.AcquireAsync(call, permitCount: 1, cancellationToken).ConfigureAwait(false);
        if (!lease.IsAcquired) throw CallErrors.QuotaExceeded(lease.TryGetMetadata(MetadataName.RetryAfter, out var delay) ? delay : null);
        return await processor.ProcessAsync(value, cancellationToken).ConfigureAwait(false);
    }
}
