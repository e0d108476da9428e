using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Rpc;

/// <summary>The arguments of a method that has none.</summary>
public readonly record struct RpcNothing : IRpcFormat<RpcNothing>
{
    static long IRpcFormat<RpcNothing>.MaxBits => 0;

    static bool IRpcFormat<RpcNothing>.TryWrite(ref BitWriter writer, in RpcNothing value) => !writer.HasFailed;

    static bool IRpcFormat<RpcNothing>.TryRead(ref BitReader reader, out RpcNothing value)
    {
        value = default;
        return !reader.HasFailed;
    }
}
