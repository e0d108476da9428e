namespace Genie.Relay.Configuration;

/// <summary>The processes behind the relay.</summary>
public sealed record WorkerOptions
{
    /// <summary>How many run at first. Default 2.</summary>
    public int Count { get; init; } = 2;

    /// <summary>How few may run; 0: as many as <see cref="Count"/>.</summary>
    public int MinCount { get; init; }

    /// <summary>How many may run; 0: as many as <see cref="Count"/>.</summary>
    public int MaxCount { get; init; }

    /// <summary>The first worker's port; the others follow. Their metrics are 100 ports above. Default 9000.</summary>
    public int StartPort { get; init; } = 9000;

    /// <summary>A folder for workers' Unix sockets; empty: a temporary one. Used where <see cref="Command"/> contains <c>{socket}</c>.</summary>
    public string SocketFolder { get; init; } = "";

    /// <summary>
    /// A program with its arguments. In each, <c>{port}</c>, <c>{socket}</c>, <c>{metrics_port}</c>, <c>{metrics_path}</c>, <c>{pool_size}</c> and <c>{worker}</c>
    /// are replaced. Default Gruf's.
    /// </summary>
    public IReadOnlyList<string> Command { get; init; } = ["bundle", "exec", "gruf", "--host", "0.0.0.0:{port}", "--health-check", "--backtrace-on-error"];

    /// <summary>Variables added to their environment, with the same names replaced.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>The path of their metrics; empty: they have none. Default <c>/metrics</c>.</summary>
    public string MetricsPath { get; init; } = "/metrics";

    /// <summary>Calls that a worker handles at once. Default 5.</summary>
    public int PoolSize { get; init; } = 5;

    /// <summary>A worker that does not serve after this long is ended and started again. Default 60 s.</summary>
    public TimeSpan StartTimeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>How long a worker may take to end after SIGTERM; then it gets SIGKILL. Default 10 s.</summary>
    public TimeSpan StopTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The wait before a worker that ended early is started again; it doubles each time. Default 1 s.</summary>
    public TimeSpan RestartDelay { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The longest such wait. Default 30 s.</summary>
    public TimeSpan RestartDelayMax { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Resident bytes of a worker with its children, beyond which it is replaced; 0: none.</summary>
    public long MemoryLimitBytes { get; init; }

    /// <summary>An age, give or take a tenth, beyond which a worker is replaced; zero: none.</summary>
    public TimeSpan MaxAge { get; init; }

    /// <summary>A mean wait in the queue beyond which one more worker is started, up to <see cref="MaxCount"/>. Default 100 ms.</summary>
    public TimeSpan ScaleUpWait { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>So long without a call that waited, with at least one worker's slots free: one worker ends, down to <see cref="MinCount"/>. Default 60 s.</summary>
    public TimeSpan ScaleDownAfter { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>How few may run, in the end.</summary>
    internal int Least => MinCount > 0 ? MinCount : Count;

    /// <summary>How many may run, in the end.</summary>
    internal int Most => MaxCount > 0 ? MaxCount : Count;
}
