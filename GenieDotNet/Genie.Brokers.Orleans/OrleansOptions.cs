using Genie.Brokers.Drivers;

namespace Genie.Brokers.Orleans;

/// <summary>How a cluster of Orleans is reached. Brokerless: the listeners' processes are its silos.</summary>
public sealed record OrleansOptions
{
    /// <summary>The gateway of the first silo, <c>orleans://host:port</c>: the first process that listens binds it, clients connect to it.
    /// Default orleans://127.0.0.1:5600.</summary>
    public Uri Url { get; init; } = new("orleans://127.0.0.1:5600");

    /// <summary>The port of the first silo for the others. Default 0: the one after that of <see cref="Url"/>.</summary>
    public int SiloPort { get; init; }

    /// <summary>The address of this machine by which the first silo reaches one that starts here and is not the first; it takes free ports. Default 127.0.0.1.</summary>
    public string SiloHost { get; init; } = "127.0.0.1";

    /// <summary>The cluster's name, Orleans' ClusterId and ServiceId. Default genie-channels.</summary>
    public string ClusterId { get; init; } = "genie-channels";

    /// <summary>Grains of a channel, over which its connections are spread, and with them the silos. Default 16.</summary>
    public int Streams { get; init; } = 16;

    /// <summary>A silo that leaves three probes unanswered for this long each is taken for dead, and its grains are activated elsewhere. Default 5 s, as Orleans has it.</summary>
    public TimeSpan ProbeTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The largest message taken, in bytes. Default 16 MiB; Orleans itself takes 100 MB.</summary>
    public int MaxMessageBytes { get; init; } = 16 * 1024 * 1024;

    /// <summary>Time to start a silo, to join a cluster, or to connect to one. Default 10 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The settings without secrets; the compiler's own text would show what somebody wrote as the URL's password.</summary>
    public override string ToString() => BrokerOptionsBinder.ToText(this);
}
