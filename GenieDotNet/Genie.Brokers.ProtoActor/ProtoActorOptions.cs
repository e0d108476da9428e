using Genie.Brokers.Drivers;

namespace Genie.Brokers.ProtoActor;

/// <summary>How actors are reached. Brokerless: the listener's process binds <see cref="Url"/>, clients connect to it.</summary>
public sealed record ProtoActorOptions
{
    /// <summary>Where the listener's process binds and clients connect: <c>protoactor://host:port</c>. In a cluster it is the
    /// seed node: the first process that listens binds it, others join it. Default protoactor://127.0.0.1:5598.</summary>
    public Uri Url { get; init; } = new("protoactor://127.0.0.1:5598");

    /// <summary>The address of this machine that members which are not the seed node, clients among them, bind on a free port,
    /// and by which the others reach them. Default 127.0.0.1.</summary>
    public string MemberHost { get; init; } = "127.0.0.1";

    /// <summary>The cluster's name. Default genie.</summary>
    public string ClusterName { get; init; } = "genie";

    /// <summary>Virtual grains of a channel, over which its connections are spread, and with them the members. Default 16.</summary>
    public int Streams { get; init; } = 16;

    /// <summary>A member that was silent for so long is taken for dead, and its grains are activated elsewhere. Default 5 s.</summary>
    public TimeSpan MemberExpiration { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The largest message taken. Default 4 MiB: Proto.Remote puts many messages into one gRPC message.</summary>
    public int MaxMessageBytes { get; init; } = 4 * 1024 * 1024;

    /// <summary>Time to join a cluster or to find a grain. Default 10 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The settings without secrets; the compiler's own text would show what somebody wrote as the URL's password.</summary>
    public override string ToString() => BrokerOptionsBinder.ToText(this);
}
