namespace Genie.Benchmarks.Load.Calls;

/// <summary>What stands between client and server that are at a distance, and loses what they send.</summary>
internal enum CallPath
{
    /// <summary>A path below TCP, which loses single packets of all; see <see cref="global::Genie.Faults.PacketPath"/>.</summary>
    Packets,

    /// <summary>A proxy between sockets, which loses datagrams and holds up a stream's bytes.</summary>
    Proxy,
}
