using Grpc.Core;

namespace Genie.Extensions.Genius.Client.Calls;

/// <summary>Makes calls and types their errors.</summary>
internal sealed class Caller(GeniusClientOptions options)
{
    public GeniusClientOptions Options => options;

    /// <summary>A call that takes effect once however often it is made: it is, until it succeeds, fails for good, or the time is over.</summary>
    public async Task<T> RepeatAsync<T>(Func<CallOptions, AsyncUnaryCall<T>> call, CancellationToken cancellationToken)
    {
        var backoff = new Backoff(options);
        while (true)
        {
            try
            {
                return await OnceAsync(call, cancellationToken).ConfigureAwait(false);
            }
            catch (GeniusClientException error) when (error.IsTransient && !backoff.IsOver())
            {
                await backoff.DelayAsync(error, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>A call that is made once.</summary>
    public async Task<T> OnceAsync<T>(Func<CallOptions, AsyncUnaryCall<T>> call, CancellationToken cancellationToken)
    {
        try
        {
            using var under = call(new CallOptions(await HeadersAsync(cancellationToken).ConfigureAwait(false), cancellationToken: cancellationToken));
            return await under.ResponseAsync.ConfigureAwait(false);
        }
        catch (RpcException error)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw CallFailures.Of(error);
        }
    }

    /// <summary>Who asks.</summary>
    public async ValueTask<Metadata> HeadersAsync(CancellationToken cancellationToken)
    {
        var credential = options.Token is { } token ? await token(cancellationToken).ConfigureAwait(false) : options.ApiKey;
        return string.IsNullOrEmpty(credential) ? [] : new Metadata { { "authorization", "Bearer " + credential } };
    }
}
