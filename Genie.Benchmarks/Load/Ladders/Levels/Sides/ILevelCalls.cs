using Genie.Datagrams.Packets;
using Genie.Datagrams.Rpc;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>What is called by Genie.Datagrams.Rpc, which counts a member's bytes in sixteen bits.</summary>
[DatagramService]
internal interface ILevelCalls
{
    /// <summary>A request's answer.</summary>
    [return: PacketMember(MaxCount = ushort.MaxValue)]
    ValueTask<byte[]> Request([PacketMember(MaxCount = ushort.MaxValue)] byte[] request, CancellationToken cancellationToken);
}
