using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games.Transports.Datagrams;

/// <summary>A connection of Genie.Datagrams.</summary>
internal sealed class DatagramLink(DatagramConnection connection) : IGameLink
{
    /// <inheritdoc/>
    public bool IsConnected => connection.State == ConnectionState.Connected;

    /// <inheritdoc/>
    public void Send(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0) => connection.Send(message, mode, channel);
}
