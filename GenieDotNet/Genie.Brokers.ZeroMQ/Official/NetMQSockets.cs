using System.Net.Sockets;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using NetMQ;
using NetMQ.Sockets;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>Makes the sockets of both sides.</summary>
internal sealed class NetMQSockets(ZeroMQOptions options, BrokerUrl url)
{
    private static readonly ReconnectPolicy Reconnect = new();

    /// <summary>Where listeners bind and clients connect.</summary>
    public string Address { get; } = $"tcp://{url.Host}:{url.Port}";

    /// <summary>A DEALER; where nobody is bound yet, messages wait for the listener.</summary>
    /// <exception cref="BrokerException">The host has no address.</exception>
    public DealerSocket Connect()
    {
        var socket = new DealerSocket();
        Prepare(socket);
        socket.Options.SendHighWatermark = options.HighWaterMarkMessages;
        socket.Options.ReconnectInterval = Reconnect.InitialDelay;
        socket.Options.ReconnectIntervalMax = Reconnect.MaxDelay;
        try
        {
            socket.Connect(Address);
            return socket;
        }
        catch (Exception error) when (error is NetMQException or SocketException or ArgumentException)
        {
            socket.Dispose();
            throw new BrokerUnreachableException(ZeroMQDrivers.Name, url.Host, url.Port, error);
        }
    }

    /// <summary>A ROUTER.</summary>
    /// <exception cref="BrokerException">Another process has the port.</exception>
    public RouterSocket Bind()
    {
        var socket = new RouterSocket();
        Prepare(socket);

        // At its high-water mark a ROUTER drops what it is given. What a peer's answers can amount to is bounded by the
        // requests that it may have in flight.
        socket.Options.SendHighWatermark = 0;
        try
        {
            socket.Bind(Address);
            return socket;
        }
        catch (Exception error) when (error is NetMQException or SocketException or ArgumentException)
        {
            socket.Dispose();
            throw new CannotBindException(ZeroMQDrivers.Name, url.Host, url.Port, error is NetMQException known ? known.ErrorCode.ToString() : error.Message, error);
        }
    }

    private void Prepare(NetMQSocket socket)
    {
        socket.Options.Linger = NetMQPump.Linger;
        socket.Options.MaxMsgSize = (long)options.MaxMessageBytes + ReplyEnvelope.HeaderBytes;
        if (options.HeartbeatInterval <= TimeSpan.Zero) return;
        socket.Options.HeartbeatInterval = options.HeartbeatInterval;
        socket.Options.HeartbeatTimeout = 3 * options.HeartbeatInterval;
    }
}
