namespace Genie.Benchmarks.Load.Crashes;

/// <summary>What is killed.</summary>
internal enum CrashVictim
{
    /// <summary>A worker's process; another one takes its place.</summary>
    Worker,

    /// <summary>The messaging system's server, which is started again on its data.</summary>
    Server,
}
