using System.Net;
using Genie.Workload.Grains;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>A silo of Microsoft Orleans that hosts the parties' grains.</summary>
internal sealed record SiloChoice
{
    /// <summary>One of <see cref="ClusterKinds"/>.</summary>
    public string Clustering { get; init; } = ClusterKinds.Localhost;

    /// <summary>Leads to the database of <see cref="Clustering"/>, as Npgsql or StackExchange.Redis have it.</summary>
    public string Connection { get; init; } = "";

    /// <summary>With <see cref="ClusterKinds.Localhost"/>: the silo port of the first silo; null for the first itself.</summary>
    public int? PrimaryPort { get; init; }

    /// <summary>Silos and clients of one name are one cluster.</summary>
    public required string ClusterId { get; init; }

    /// <summary>What outlives a cluster, such as reminders, bears this name.</summary>
    public required string ServiceId { get; init; }

    /// <summary>The address of this machine by which the others reach it.</summary>
    public required IPAddress Address { get; init; }

    /// <summary>Where other silos connect.</summary>
    public required int SiloPort { get; init; }

    /// <summary>Where it listens for other silos, if they reach <see cref="SiloPort"/> through something between; null for <see cref="SiloPort"/> itself.</summary>
    public int? SiloListenPort { get; init; }

    /// <summary>Where clients connect.</summary>
    public required int GatewayPort { get; init; }

    /// <summary>How long another silo's answer is waited for before it counts as missed; three missed ones end it.</summary>
    public required TimeSpan ProbeTimeout { get; init; }

    /// <summary>How often a silo writes down that it lives; one that starts does not wait for those that have missed three times.</summary>
    public TimeSpan AliveInterval { get; init; } = DefaultAliveInterval;

    /// <summary>How often a silo reads who the members are, where nobody tells it: so long may one that was declared dead go on.</summary>
    public TimeSpan TableRefresh { get; init; } = DefaultTableRefresh;

    /// <summary>The version in which parties' events are written.</summary>
    public int EventVersion { get; init; } = 1;

    /// <summary>Parties' events up to this version are known, as in an older release.</summary>
    public int EventVersionMax { get; init; } = PartyEvents.NewestVersion;

    /// <summary>Where Orleans' dashboard is on 127.0.0.1; null for none.</summary>
    public int? DashboardPort { get; init; }

    /// <summary>Orleans' own.</summary>
    public static TimeSpan DefaultTableRefresh { get; } = TimeSpan.FromMinutes(1);

    /// <summary>Orleans' own.</summary>
    public static TimeSpan DefaultAliveInterval { get; } = TimeSpan.FromSeconds(30);
}
