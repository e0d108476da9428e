using System.Diagnostics.CodeAnalysis;
using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>
/// Calls functions of the other side by number; what generated clients are made of. Safe for concurrent callers. Every call may throw
/// <see cref="QuicRpcException"/>, and <see cref="OperationCanceledException"/> when its token is cancelled. A stream of arguments is ended by
/// its enumerator's token when the call ends, and the call waits for that.
/// </summary>
public readonly struct QuicRpcCaller
{
    private readonly QuicRpcChannel? _channel;
    private readonly QuicRpcCallOptions _options;

    internal QuicRpcCaller(QuicRpcChannel channel, QuicRpcCallOptions options = default) => (_channel, _options) = (channel, options);

    private QuicRpcChannel Channel => _channel ?? throw new InvalidOperationException("The client is bound to no connection: call QuicRpcService.BindClient first.");

    /// <summary>The same with other options for each call.</summary>
    public QuicRpcCaller With(QuicRpcCallOptions options) => new(Channel, options);

    /// <summary>Calls a unary function that has an argument and a result.</summary>
    public ValueTask<TResponse> InvokeAsync<TRequest, [DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(ushort functionId, TRequest request, CancellationToken cancellationToken = default) =>
        Channel.CallAsync<TRequest, TResponse>(functionId, request, _options, cancellationToken);

    /// <summary>Calls a unary function that has a result.</summary>
    public ValueTask<TResponse> InvokeAsync<[DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(ushort functionId, CancellationToken cancellationToken = default) =>
        Channel.CallAsync<Nothing, TResponse>(functionId, default, _options, cancellationToken);

    /// <summary>Calls a unary function that has an argument.</summary>
    public ValueTask InvokeAsync<TRequest>(ushort functionId, TRequest request, CancellationToken cancellationToken = default) =>
        WithoutResult(Channel.CallAsync<TRequest, Nothing>(functionId, request, _options, cancellationToken));

    /// <summary>Calls a unary function that has neither.</summary>
    public ValueTask InvokeAsync(ushort functionId, CancellationToken cancellationToken = default) =>
        WithoutResult(Channel.CallAsync<Nothing, Nothing>(functionId, default, _options, cancellationToken));

    /// <summary>Sends a stream of arguments and receives a result. The stream is read no further once the answer is there.</summary>
    public ValueTask<TResponse> InvokeClientStreamingAsync<TRequest, [DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(
        ushort functionId, IAsyncEnumerable<TRequest> requests, CancellationToken cancellationToken = default) =>
        StreamingCall.SendAllAsync<TRequest, TResponse>(Channel, functionId, requests, _options, cancellationToken);

    /// <summary>Sends a stream of arguments; the function has no result.</summary>
    public ValueTask InvokeClientStreamingAsync<TRequest>(ushort functionId, IAsyncEnumerable<TRequest> requests, CancellationToken cancellationToken = default) =>
        WithoutResult(StreamingCall.SendAllAsync<TRequest, Nothing>(Channel, functionId, requests, _options, cancellationToken));

    /// <summary>Sends an argument and receives a stream of results. Leaving the loop early cancels the call.</summary>
    public IAsyncEnumerable<TResponse> InvokeServerStreamingAsync<TRequest, [DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(ushort functionId, TRequest request, CancellationToken cancellationToken = default) =>
        StreamingCall.ReceiveAllAsync<TRequest, TResponse>(Channel, functionId, request, _options, cancellationToken);

    /// <summary>Receives a stream of results. Leaving the loop early cancels the call.</summary>
    public IAsyncEnumerable<TResponse> InvokeServerStreamingAsync<[DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(ushort functionId, CancellationToken cancellationToken = default) =>
        StreamingCall.ReceiveAllAsync<Nothing, TResponse>(Channel, functionId, default, _options, cancellationToken);

    /// <summary>Sends and receives at once. Leaving the loop early cancels the call.</summary>
    public IAsyncEnumerable<TResponse> InvokeDuplexStreamingAsync<TRequest, [DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(
        ushort functionId, IAsyncEnumerable<TRequest> requests, CancellationToken cancellationToken = default) =>
        StreamingCall.ExchangeAllAsync<TRequest, TResponse>(Channel, functionId, requests, _options, cancellationToken);

    /// <summary>Opens a stream for bytes of the application's own; it is the caller's to dispose. The token is for the opening alone.</summary>
    public ValueTask<QuicStream> InvokeStreamingAsync(ushort functionId, CancellationToken cancellationToken = default) =>
        RawCall.OpenAsync(Channel, functionId, _options, cancellationToken);

    private static ValueTask WithoutResult(ValueTask<Nothing> call)
    {
        if (!call.IsCompletedSuccessfully) return new ValueTask(call.AsTask());
        _ = call.Result;
        return ValueTask.CompletedTask;
    }
}
