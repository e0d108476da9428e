using System.Buffers;
using Microsoft.Extensions.DependencyInjection;

namespace Genie.Brokers.Hosting.Listening;

/// <summary>Gives every message to a handler from a scope of its own, which ends with it.</summary>
internal sealed class ScopedHandler<THandler>(IServiceScopeFactory scopes)
    where THandler : class, IMessageHandler
{
    public async ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        await using var scope = scopes.CreateAsyncScope();
        await scope.ServiceProvider.GetRequiredService<THandler>().HandleAsync(message, reply, cancellationToken).ConfigureAwait(false);
    }
}
