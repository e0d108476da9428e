namespace Genie.Datagrams.Sockets;

/// <summary>Sends and receives datagrams: the operating system's socket, or a simulated one. Used by one thread at a time, but for <see cref="Wait"/>.</summary>
internal interface IDatagramSocket : IDisposable
{
    /// <summary>The address that others reach this socket by.</summary>
    DatagramAddress LocalAddress { get; }

    /// <summary>Datagrams that were dropped as larger than <see cref="DatagramOptions.MaxDatagramBytes"/>.</summary>
    long OversizedDatagrams { get; }

    /// <summary>Takes a datagram that has arrived. Never blocks.</summary>
    /// <param name="datagram">Its bytes, which the caller may change; valid until the next call. Empty if it was dropped here.</param>
    /// <param name="from">Where it came from.</param>
    /// <returns>False if none has, or for once if all that had arrived at the last look were taken.</returns>
    bool TryReceive(out Span<byte> datagram, out DatagramAddress from);

    /// <summary>Sends a datagram now or at the next <see cref="Flush"/>. It may be lost, also for want of room or as too large.</summary>
    void Send(ReadOnlySpan<byte> datagram, in DatagramAddress to);

    /// <summary>Sends what <see cref="Send"/> has kept.</summary>
    void Flush();

    /// <summary>Blocks until a datagram has arrived, or the time is over.</summary>
    void Wait(TimeSpan timeout);
}
