namespace Genie.Brokers.Udp.Chunks;

/// <summary>A library's connection as a <see cref="ChunkStream"/> uses it: messages that arrive once, in the order of their lane.</summary>
internal interface IChunkCarrier
{
    /// <summary>Sends a message; its bytes are the caller's again when the method returns. Called by several threads.</summary>
    /// <exception cref="IOException">The connection has ended.</exception>
    void Send(ReadOnlySpan<byte> message, ChunkLane lane);

    /// <summary>Ends the connection. Must not throw where it has ended.</summary>
    void End();
}
