using Genie.Brokers.Udp.Chunks;
using Genie.Datagrams;

namespace Genie.Brokers.Udp.Datagrams;

/// <summary>A connection of Genie.Datagrams under a stream.</summary>
internal sealed class DatagramCarrier(DatagramConnection connection) : IChunkCarrier
{
    public void Send(ReadOnlySpan<byte> message, ChunkLane lane)
    {
        try
        {
            connection.Send(message, DeliveryMode.ReliableOrdered, (byte)lane);
        }
        catch (Exception error) when (error is DatagramException or ObjectDisposedException)
        {
            throw new IOException(error.Message, error);
        }
    }

    public void End()
    {
        try
        {
            connection.Disconnect();
        }
        catch (ObjectDisposedException)
        {
            // With its endpoint the connection has ended.
        }
    }
}
