namespace Genie.Benchmarks.Load.Genius;

/// <summary>What happens to a cluster of Genius' servers while events come in.</summary>
internal enum GeniusFault
{
    /// <summary>One server is killed (SIGKILL), and started again when callers are answered by the others.</summary>
    Kill,

    /// <summary>One server is halted (SIGSTOP) for longer than the others take to declare it dead, and goes on then (SIGCONT).</summary>
    Pause,

    /// <summary>One server more is started, and another one told to end (SIGTERM).</summary>
    Rescale,
}
