using System.Net;
using System.Net.Sockets;
using Grpc.Net.Client;
using Proto.Remote;

namespace Genie.Brokers.ProtoActor.Official.Remote;

/// <summary>How Proto.Remote is set up, on both sides and in a cluster alike.</summary>
internal static class RemoteSettings
{
    // So many messages of the largest size stay below the 2 GiB that a gRPC message can have.
    private const int BatchMessagesMax = 256;

    /// <summary>HTTP/2 connections of one actor system; the caller disposes them, as Proto.Remote does not.</summary>
    public static SocketsHttpHandler CreateHandler(ProtoActorOptions options) => new()
    {
        ConnectTimeout = options.ConnectTimeout,
        UseProxy = false,
        KeepAlivePingDelay = TimeSpan.FromSeconds(5),
        KeepAlivePingTimeout = TimeSpan.FromSeconds(10),
    };

    /// <summary>The configuration of a system at this address.</summary>
    /// <param name="host">An address of this machine, or its name: bound as the address it stands for. Proto.Remote would bind every
    /// address of the machine for a name.</param>
    /// <param name="port">0 takes a free one.</param>
    /// <param name="handler">Carries the links to other systems.</param>
    /// <exception cref="SocketException">The name has no address.</exception>
    public static RemoteConfig Create(string host, int port, SocketsHttpHandler handler)
    {
        var address = IPAddress.TryParse(host, out var literal) ? literal : Dns.GetHostAddresses(host, AddressFamily.InterNetwork)[0];
        var serialization = new Serialization();
        serialization.RegisterSerializer(ActorMessageSerializer.Id, ActorMessageSerializer.Priority, new ActorMessageSerializer());
        return RemoteConfig.BindTo(address.ToString(), port) with
        {
            Serialization = serialization,
            ChannelOptions = new GrpcChannelOptions { HttpHandler = handler, MaxReceiveMessageSize = null, MaxSendMessageSize = null },

            // A lost link is reported at once, and the next message opens another: while Proto.Remote retries by itself, it
            // loses what it was writing and says nothing.
            EndpointWriterOptions = new EndpointWriterOptions { EndpointWriterBatchSize = BatchMessagesMax, MaxRetries = 0 },
            WaitAfterEndpointTerminationTimeSpan = null,
        };
    }
}
