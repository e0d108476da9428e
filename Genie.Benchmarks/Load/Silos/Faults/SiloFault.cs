namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>What happens to a cluster of silos while requests are under way.</summary>
internal enum SiloFault
{
    /// <summary>One silo is killed (SIGKILL); another takes its place when callers are answered again.</summary>
    Kill,

    /// <summary>One silo is halted (SIGSTOP) for longer than the others take to declare it dead, and goes on then (SIGCONT).</summary>
    Pause,

    /// <summary>PostgreSQL, which has the members and the events, is killed and started again.</summary>
    Database,

    /// <summary>All silos are replaced one by one, each told to end by SIGTERM.</summary>
    Rolling,

    /// <summary>All silos are killed at once, and started again.</summary>
    All,

    /// <summary>One silo is cut off from the others, longer than these take to declare it dead, while it lives on, and its clients and the database reach it.</summary>
    Partition,

    /// <summary>An older release is replaced by one that writes a later version of events, in two steps: first all silos read it, then all write it.</summary>
    Upgrade,

    /// <summary>A release that writes a later version of events at once is started beside an older one, and taken away again: what it wrote must wait for it.</summary>
    Skew,
}
