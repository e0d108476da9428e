using System.Diagnostics.CodeAnalysis;

namespace Genie.Rpc.Quic;

/// <content>Registration by hand. Each method throws <see cref="InvalidOperationException"/> if the number is taken. <c>functionId</c> is the service's number times 256 plus the function's.</content>
public sealed partial class QuicRpcService<TContext>
{
    /// <summary>A function with an argument and a result.</summary>
    public void RegisterFunction<[DynamicallyAccessedMembers(Kept.ForReading)] TRequest, TResponse>(ushort functionId, Func<QuicRpcContext<TContext>, TRequest, ValueTask<TResponse>> func) =>
        Functions.Add(functionId, new UnaryFunction<TContext, TRequest, TResponse>(func));

    /// <summary>A function with a result.</summary>
    public void RegisterFunction<TResponse>(ushort functionId, Func<QuicRpcContext<TContext>, ValueTask<TResponse>> func) =>
        Functions.Add(functionId, new UnaryFunction<TContext, Nothing, TResponse>((context, _) => func(context)));

    /// <summary>A function with an argument.</summary>
    public void RegisterFunction<[DynamicallyAccessedMembers(Kept.ForReading)] TRequest>(ushort functionId, Func<QuicRpcContext<TContext>, TRequest, ValueTask> func) =>
        Functions.Add(functionId, new UnaryFunction<TContext, TRequest, Nothing>((context, request) => NothingAfter(func(context, request))));

    /// <summary>A function with neither.</summary>
    public void RegisterFunction(ushort functionId, Func<QuicRpcContext<TContext>, ValueTask> func) =>
        Functions.Add(functionId, new UnaryFunction<TContext, Nothing, Nothing>((context, _) => NothingAfter(func(context))));

    /// <summary>A function that works on the QUIC stream itself, <see cref="QuicRpcContext{TContext}.Stream"/>, until its task completes.</summary>
    public void RegisterStreamingFunction(ushort functionId, Func<QuicRpcContext<TContext>, ValueTask> func) =>
        Functions.Add(functionId, new RawFunction<TContext>(func));

    /// <summary>A stream of arguments, and a result.</summary>
    public void RegisterClientStreamingFunction<[DynamicallyAccessedMembers(Kept.ForReading)] TRequest, TResponse>(ushort functionId, Func<QuicRpcContext<TContext>, IAsyncEnumerable<TRequest>, ValueTask<TResponse>> func) =>
        Functions.Add(functionId, new ClientStreamingFunction<TContext, TRequest, TResponse>(func));

    /// <summary>A stream of arguments, and no result.</summary>
    public void RegisterClientStreamingFunction<[DynamicallyAccessedMembers(Kept.ForReading)] TRequest>(ushort functionId, Func<QuicRpcContext<TContext>, IAsyncEnumerable<TRequest>, ValueTask> func) =>
        Functions.Add(functionId, new ClientStreamingFunction<TContext, TRequest, Nothing>((context, requests) => NothingAfter(func(context, requests))));

    /// <summary>An argument, and a stream of results.</summary>
    public void RegisterServerStreamingFunction<[DynamicallyAccessedMembers(Kept.ForReading)] TRequest, TResponse>(ushort functionId, Func<QuicRpcContext<TContext>, TRequest, IAsyncEnumerable<TResponse>> func) =>
        Functions.Add(functionId, new ServerStreamingFunction<TContext, TRequest, TResponse>(func));

    /// <summary>A stream of results.</summary>
    public void RegisterServerStreamingFunction<TResponse>(ushort functionId, Func<QuicRpcContext<TContext>, IAsyncEnumerable<TResponse>> func) =>
        Functions.Add(functionId, new ServerStreamingFunction<TContext, Nothing, TResponse>((context, _) => func(context)));

    /// <summary>A stream in each direction.</summary>
    public void RegisterDuplexStreamingFunction<[DynamicallyAccessedMembers(Kept.ForReading)] TRequest, TResponse>(
        ushort functionId, Func<QuicRpcContext<TContext>, IAsyncEnumerable<TRequest>, IAsyncEnumerable<TResponse>> func) =>
        Functions.Add(functionId, new DuplexStreamingFunction<TContext, TRequest, TResponse>(func));

    private static ValueTask<Nothing> NothingAfter(ValueTask task)
    {
        if (!task.IsCompletedSuccessfully) return AwaitAsync(task);
        task.GetAwaiter().GetResult();
        return default;

        static async ValueTask<Nothing> AwaitAsync(ValueTask task)
        {
            await task;
            return default;
        }
    }
}
