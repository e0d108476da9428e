using System.Diagnostics.CodeAnalysis;
using Genie.Rpc.Quic;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>A function without argument and result.</summary>
[QuicRpcFunction(0)]
internal sealed partial class EmptyFunctions : QuicRpcFunctions
{
    /// <summary>Does nothing.</summary>
    [QuicRpcFunction(0)]
    [SuppressMessage("Performance", "CA1822", Justification = "Functions are members of an instance.")]
    public ValueTask Call() => ValueTask.CompletedTask;
}

/// <summary>Its client.</summary>
[QuicRpcFunction(0)]
internal partial struct EmptyFunctionsClient : IQuicRpcClient
{
    /// <summary>Calls it.</summary>
    [QuicRpcFunction(0)]
    public partial ValueTask Call();
}
