namespace Genie.Benchmarks.Load.Zones;

/// <summary>What happens to zone servers while clients walk over the map.</summary>
internal enum ZoneFault
{
    /// <summary>It is killed (SIGKILL); another one is started when its clients are served by the others.</summary>
    Kill,

    /// <summary>It is halted (SIGSTOP) for longer than its lease, and goes on when its clients are served by the others (SIGCONT).</summary>
    Pause,

    /// <summary>It is killed, and another one is started at its address at once.</summary>
    Restart,

    /// <summary>It is ended in order (SIGTERM), and gives away what it has; another one is started when its clients are served by the others.</summary>
    Terminate,

    /// <summary>Another one comes beside it and the others, until each has its share; then that one is ended in order.</summary>
    Add,
}
