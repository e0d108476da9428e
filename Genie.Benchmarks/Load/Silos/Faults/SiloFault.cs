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
}
