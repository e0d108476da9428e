namespace Genie.Benchmarks.Load.Crashes;

/// <summary>What is sent, to whom, and who is killed meanwhile.</summary>
internal sealed record CrashPlan
{
    /// <summary>The system.</summary>
    public required BrokerChoice Broker { get; init; }

    /// <summary>What requests mean, and where their effects are kept: a folder that stays, or a database.</summary>
    public required WorkloadChoice Workload { get; init; }

    /// <summary>Who is killed, one after the other.</summary>
    public required IReadOnlyList<CrashVictim> Kills { get; init; }

    /// <summary>Kills the server, keeps it down for the given time and starts it again; null where that cannot be done.</summary>
    public Func<TimeSpan, Task>? CrashAndRestartServer { get; init; }

    /// <summary>Worker processes at once. Default 1.</summary>
    public int Workers { get; init; } = 1;

    /// <summary>True where the first worker has the address by which all others find one another: it is not killed then.</summary>
    public bool SparesFirstWorker { get; init; }

    /// <summary>Requests that a worker handles at once. Default 8.</summary>
    public int Concurrency { get; init; } = 8;

    /// <summary>Connections that send; as many await answers. Default 2.</summary>
    public int Connections { get; init; } = 2;

    /// <summary>Requests and messages a second, all connections together. Default 300.</summary>
    public double RatePerSecond { get; init; } = 300;

    /// <summary>How long they are sent, besides the time until those that were killed are back: in equal parts before, between and after the kills. Default 9 s.</summary>
    public TimeSpan Duration { get; init; } = TimeSpan.FromSeconds(9);

    /// <summary>How long the server stays away. Default 500 ms.</summary>
    public TimeSpan DownTime { get; init; } = TimeSpan.FromMilliseconds(500);

    /// <summary>How long the server or a worker may take until it serves. Default 45 s.</summary>
    public TimeSpan StartTimeout { get; init; } = DefaultStartTimeout;

    /// <summary>After this long without a further effect, what is missing then is missing for good. Default 45 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(45);

    /// <summary>Of a server, and of a worker by itself.</summary>
    public static TimeSpan DefaultStartTimeout { get; } = TimeSpan.FromSeconds(45);

    /// <summary>Of a worker that starts grains' nodes first: these alone may take two minutes.</summary>
    public static TimeSpan StartTimeoutWithNodes { get; } = TimeSpan.FromMinutes(3);
}
