using System.Diagnostics;
using System.Globalization;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>Processes that have a processor of their own, by taskset (util-linux): the runtime in them then counts one.</summary>
internal static class Pinning
{
    private const string Program = "taskset";

    // Client, worker and database have theirs too, or what is measured is their contest.
    private const int OthersMin = 2;

    /// <summary>True if this machine can give each of so many processes a processor, and leave the others some.</summary>
    public static bool IsPossible(int processes) => Environment.ProcessorCount >= processes + OthersMin && Executables.Find(Program) is not null;

    /// <summary>The processor of a process, from the last one down.</summary>
    public static int? ProcessorOf(int index, bool isPinned) => isPinned ? Environment.ProcessorCount - 1 - index : null;

    /// <summary>The same start, on one processor; on any where it is null.</summary>
    public static ProcessStartInfo On(this ProcessStartInfo start, int? processor) => processor is { } only
        ? new ProcessStartInfo(Program, ["-c", only.ToString(CultureInfo.InvariantCulture), start.FileName, .. start.ArgumentList]) : start;
}
