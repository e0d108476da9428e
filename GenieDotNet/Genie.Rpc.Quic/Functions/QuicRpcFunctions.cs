using System.Diagnostics.CodeAnalysis;

namespace Genie.Rpc.Quic;

/// <summary>The base of a class of functions: a partial class with <see cref="QuicRpcFunctionAttribute"/>, whose registration the source generator writes.</summary>
public abstract class QuicRpcFunctions
{
    /// <summary>Registers each function. Written by the source generator.</summary>
    public abstract void Register<TContext>(QuicRpcService<TContext> service);

    /// <summary>The context of the call that is being handled. To be asked for before the call ends: its stream's next call has another.</summary>
    /// <exception cref="InvalidOperationException">No call is being handled, or its connection has a context of another type.</exception>
    [SuppressMessage("Performance", "CA1822", Justification = "Functions that use it are instance methods, and are seen as such.")]
    protected QuicRpcContext<TContext> GetContext<TContext>() => ServingStream.Current switch
    {
        ServingStream<TContext> stream => stream.Context,
        null => throw new InvalidOperationException("There is no call: GetContext is for functions that are called through QuicRpcService."),
        _ => throw new InvalidOperationException($"The connection's context is no {typeof(TContext)}. Ask for the type that QuicRpcService was made with."),
    };
}
