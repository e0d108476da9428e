namespace Genie.Rpc.Quic;

/// <summary>A registered function: reads its argument, runs the handler, writes the answer.</summary>
internal abstract class ServedFunction<TContext>(CallKind kind)
{
    public CallKind Kind => kind;

    /// <summary>Handles one call; what it throws becomes the answer.</summary>
    public abstract ValueTask InvokeAsync(ServingStream<TContext> call);
}
