using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games.Transports;

/// <summary>The way from a client to the server, or back. Used by one thread at a time.</summary>
internal interface IGameLink
{
    /// <summary>True while messages can be sent.</summary>
    bool IsConnected { get; }

    /// <summary>Sends one; it may be gathered until the port is flushed.</summary>
    /// <param name="message">The caller's buffer, which it uses again afterwards.</param>
    /// <param name="mode">Whether it must arrive, and in order.</param>
    /// <param name="channel">What it is in order with, where the transport tells channels apart: from 0, below <see cref="GameWorkload.RoomMembersMax"/>.</param>
    void Send(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0);
}
