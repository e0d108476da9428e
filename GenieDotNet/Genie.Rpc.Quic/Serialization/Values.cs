using System.Diagnostics.CodeAnalysis;

namespace Genie.Rpc.Quic;

/// <summary>Reads values, and says what it is where they cannot be read.</summary>
internal static class Values
{
    public static T Read<[DynamicallyAccessedMembers(Kept.ForReading)] T>(QuicRpcSerializer serializer, ReadOnlyMemory<byte> bytes)
    {
        try
        {
            return serializer.Deserialize<T>(bytes);
        }
        catch (Exception e) when (e is not QuicRpcException)
        {
            throw RpcErrors.Unreadable(typeof(T), e);
        }
    }
}
