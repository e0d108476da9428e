using System.Collections.Concurrent;
using System.Net.Quic;
using Genie.Observing;

namespace Genie.Rpc.Quic;

/// <summary>The calls that come by one connection, or by one stream of it that its owner hands over.</summary>
internal sealed class ServedConnection<TContext>(QuicRpcService<TContext> service, QuicConnection? connection, TContext context, Action<Exception>? report)
{
    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(1);

    private readonly ConcurrentDictionary<ServingStream<TContext>, Task> _streams = [];

    public QuicConnection? Connection => connection;

    public TContext Context => context;

    public QuicRpcOptions Options => service.Options;

    public QuicRpcSerializer Serializer => service.Serializer;

    public IServiceProvider? Services => service.Services;

    public FunctionTable<TContext> Functions => service.Functions;

    /// <summary>Accepts streams until the connection ends or the token is cancelled; ends when the last call has.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var ended = new CancellationTokenSource();
        var watching = WatchAsync(ended.Token);
        try
        {
            await AcceptAllAsync(connection!, cancellationToken);
        }
        finally
        {
            foreach (var stream in _streams.Keys) stream.Stop();
            await Task.WhenAll(_streams.Values);
            await ended.CancelAsync();
            await watching;
        }
    }

    /// <summary>Handles the calls of one stream, and disposes it.</summary>
    public async Task RunAsync(QuicStream stream, CancellationToken cancellationToken)
    {
        using var ended = new CancellationTokenSource();
        var watching = WatchAsync(ended.Token);
        var serving = new ServingStream<TContext>(this, stream, cancellationToken);
        _streams[serving] = Task.CompletedTask;
        using (cancellationToken.UnsafeRegister(static stream => ((ServingStream)stream!).Stop(), serving))
            await ServeAsync(serving);
        await ended.CancelAsync();
        await watching;
    }

    /// <summary>The longest that a call may last.</summary>
    public TimeSpan TimeoutOf(in CallHead head)
    {
        var longest = Options.MaxCallTimeout;
        if (head.Timeout is not { } timeout) return longest;
        return longest == Timeout.InfiniteTimeSpan || timeout < longest ? timeout : longest;
    }

    /// <summary>Reports an error that no caller learns of to the owner.</summary>
    public void Report(Exception error) => Observers.Tell(report, nameof(QuicRpcService<>.FunctionFailed), error);

    private async Task AcceptAllAsync(QuicConnection from, CancellationToken cancellationToken)
    {
        try
        {
            while (true)
            {
                var stream = await from.AcceptInboundStreamAsync(cancellationToken);
                if (stream.CanWrite) Start(new ServingStream<TContext>(this, stream, cancellationToken));
                else await RefuseAsync(stream);
            }
        }
        catch (Exception e) when (ConnectionLoss.Is(e) || e is OperationCanceledException)
        {
            // The connection was closed or lost, or this is to end.
        }
    }

    private void Start(ServingStream<TContext> stream)
    {
        _streams[stream] = Task.CompletedTask;
        // A stream that has ended already has removed itself.
        _streams.TryUpdate(stream, Task.Run(() => ServeAsync(stream)), Task.CompletedTask);
    }

    private async Task ServeAsync(ServingStream<TContext> stream)
    {
        try
        {
            await using (stream) await stream.RunAsync();
        }
        catch (Exception e) when (ConnectionLoss.Is(e) || e is OperationCanceledException)
        {
            // Its caller left, which the caller knows.
        }
        catch (Exception e)
        {
            Report(e);
        }
        finally
        {
            _streams.TryRemove(stream, out _);
        }
    }

    private static async ValueTask RefuseAsync(QuicStream stream)
    {
        stream.Abort(QuicAbortDirection.Read, (long)StreamErrorCode.Protocol);
        await stream.DisposeAsync();
    }

    private async Task WatchAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(LookInterval);
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken))
            {
                var now = Environment.TickCount64;
                foreach (var (stream, _) in _streams) stream.EndIfSilent(now);
            }
        }
        catch (OperationCanceledException)
        {
            // The connection's handling has ended.
        }
    }
}
