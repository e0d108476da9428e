using System.Runtime.CompilerServices;

namespace Genie.Brokers.Multiplexing;

/// <summary>Sends a message that carries <paramref name="correlation"/>; completes when its bytes are no longer needed.</summary>
internal delegate ValueTask PostMessage(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken);

/// <summary>Posts messages for operations that await what comes of them.</summary>
internal static class PostMessageExtensions
{
    /// <summary>Posts a message under an operation's name; an error of posting ends the operation with it.</summary>
    /// <returns>Completes, always without error, when the message's bytes are no longer needed.</returns>
    /// <remarks>The operation's task is to be taken before: once posted, it may be answered at any moment.</remarks>
    public static ValueTask ForAsync<TResult>(
        this PostMessage post, PendingOperation<TResult> operation, ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var correlation = operation.Correlation;
        try
        {
            var posting = post(message, correlation, cancellationToken);
            if (!posting.IsCompletedSuccessfully) return AwaitAsync(posting, operation, correlation);
            posting.GetAwaiter().GetResult();
        }
        catch (Exception error)
        {
            operation.TryFail(correlation, error);
        }

        return ValueTask.CompletedTask;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask AwaitAsync<TResult>(ValueTask posting, PendingOperation<TResult> operation, Correlation correlation)
    {
        try
        {
            await posting.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            operation.TryFail(correlation, error);
        }
    }
}
