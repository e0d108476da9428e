using System.Diagnostics.CodeAnalysis;

namespace Genie.Rpc.Quic;

/// <summary>What trimming must keep of the types that cross the wire.</summary>
internal static class Kept
{
    /// <summary>MemoryPack finds a type's formatter among its members.</summary>
    public const DynamicallyAccessedMemberTypes ForReading = DynamicallyAccessedMemberTypes.All;
}
