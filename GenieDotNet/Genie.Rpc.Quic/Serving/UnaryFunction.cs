using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Genie.Rpc.Quic;

/// <summary>None or one argument, none or one result.</summary>
internal sealed class UnaryFunction<TContext, [DynamicallyAccessedMembers(Kept.ForReading)] TRequest, TResponse>(Func<QuicRpcContext<TContext>, TRequest, ValueTask<TResponse>> handler)
    : ServedFunction<TContext>(CallKind.Unary)
{
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public override async ValueTask InvokeAsync(ServingStream<TContext> call) => call.Answer(await handler(call.Context, call.Argument<TRequest>()));
}
