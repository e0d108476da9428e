namespace Genie.Benchmarks.Commands;

/// <summary>What the program answers to the shell.</summary>
internal static class ExitCode
{
    /// <summary>All went well; of a benchmark: every row is valid.</summary>
    public const int Success = 0;

    /// <summary>Something failed; of a benchmark: a row lost messages, is invalid or could not be measured.</summary>
    public const int Failure = 1;

    /// <summary>The arguments make no sense; nothing was done.</summary>
    public const int BadArguments = 2;

    /// <summary>Of a benchmark: every row is valid, but one does not hold a threshold. (3 is the script's, where it cannot build the program.)</summary>
    public const int ThresholdNotHeld = 4;

    /// <summary>Ended early by Ctrl-C; by another signal it is that one's number and 128, as shells have it.</summary>
    public const int Interrupted = SignalBase + 2;

    /// <summary>What a signal's number is added to.</summary>
    public const int SignalBase = 128;
}
