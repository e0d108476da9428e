using System.Diagnostics.CodeAnalysis;

namespace Genie.Rpc.Quic;

/// <summary>A stream of arguments, none or one result.</summary>
internal sealed class ClientStreamingFunction<TContext, [DynamicallyAccessedMembers(Kept.ForReading)] TRequest, TResponse>(Func<QuicRpcContext<TContext>, IAsyncEnumerable<TRequest>, ValueTask<TResponse>> handler)
    : ServedFunction<TContext>(CallKind.ClientStreaming)
{
    public override async ValueTask InvokeAsync(ServingStream<TContext> call) => call.Answer(await handler(call.Context, call.Items<TRequest>()));
}

/// <summary>None or one argument, a stream of results.</summary>
internal sealed class ServerStreamingFunction<TContext, [DynamicallyAccessedMembers(Kept.ForReading)] TRequest, TResponse>(Func<QuicRpcContext<TContext>, TRequest, IAsyncEnumerable<TResponse>> handler)
    : ServedFunction<TContext>(CallKind.ServerStreaming)
{
    public override ValueTask InvokeAsync(ServingStream<TContext> call) => call.AnswerAllAsync(handler(call.Context, call.Argument<TRequest>()));
}

/// <summary>A stream in each direction.</summary>
internal sealed class DuplexStreamingFunction<TContext, [DynamicallyAccessedMembers(Kept.ForReading)] TRequest, TResponse>(
    Func<QuicRpcContext<TContext>, IAsyncEnumerable<TRequest>, IAsyncEnumerable<TResponse>> handler)
    : ServedFunction<TContext>(CallKind.DuplexStreaming)
{
    public override ValueTask InvokeAsync(ServingStream<TContext> call) => call.AnswerAllAsync(handler(call.Context, call.Items<TRequest>()));
}

/// <summary>The QUIC stream itself.</summary>
internal sealed class RawFunction<TContext>(Func<QuicRpcContext<TContext>, ValueTask> handler) : ServedFunction<TContext>(CallKind.Raw)
{
    public override async ValueTask InvokeAsync(ServingStream<TContext> call)
    {
        await call.AcceptRawAsync();
        await handler(call.Context);
    }
}
