using Genie.Datagrams.Packets.Generators;

namespace Genie.Datagrams.Rpc.Generators;

/// <summary>Numbers from names: the same with every compiler and on every machine.</summary>
internal static class StableId
{
    public const int Max = ushort.MaxValue;

    /// <summary>16 bits of a name, folded from 64 of FNV-1a.</summary>
    public static int Of(string name)
    {
        var hash = ValueText.Hash(name);
        return (int)((hash ^ (hash >> 16) ^ (hash >> 32) ^ (hash >> 48)) & Max);
    }
}
