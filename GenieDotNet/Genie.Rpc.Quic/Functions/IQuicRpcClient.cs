namespace Genie.Rpc.Quic;

/// <summary>A client whose methods the source generator writes: a partial struct with <see cref="QuicRpcFunctionAttribute"/>.</summary>
public interface IQuicRpcClient
{
    /// <summary>Says by what the client calls. <see cref="QuicRpcService{TContext}.BindClient"/> does it.</summary>
    void Bind(QuicRpcCaller caller);
}
