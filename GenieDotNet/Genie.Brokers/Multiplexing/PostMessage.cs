using System.Runtime.CompilerServices;

namespace Genie.Brokers.Multiplexing;

/// <summary>Sends a message that carries <paramref name="correlation"/>; completes when its bytes are no longer needed.</summary>
internal delegate ValueTask PostMessage(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken);

/// <summary>Posts messages for operations that await what comes of them.</summary>
internal static class PostMessageExtensions
{
    /// <summary>Posts a message under an operation's name; an error of posting ends the operation with it.</summary>
    /// <remarks>The operation's task is to be taken before: once posted, it may be answered at any moment. Posting is cancelled when the
    /// operation fails, so that one deadline, and the caller's token, hold for all of it.</remarks>
    /// <returns>Completes, always without error, when the message's bytes are no longer needed.</returns>
    public static ValueTask ForAsync<TResult>(
        this PostMessage post, PendingOperation<TResult> operation, ReadOnlyMemory<byte> message)
    {
        var correlation = operation.Correlation;
        try
        {
            var posting = post(message, correlation, operation.Posting);
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
        operation.BeginPosting(correlation);
        try
        {
            await posting.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            operation.TryFail(correlation, error);
        }
        finally
        {
            operation.EndPosting();
        }
    }
}
