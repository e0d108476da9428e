namespace Genie.Benchmarks.Load.Faults;

/// <summary>What one fault did.</summary>
/// <param name="Number">Counts from 1.</param>
/// <param name="Fault">What it was, as the command line has it.</param>
/// <param name="Answered">Requests that were answered.</param>
/// <param name="Repeated">Calls that ended with an error, and were made again under the same key.</param>
/// <param name="Ended">Processes that ended by themselves, as the others had declared them dead: one that was halted or cut off, and any that a starved machine made look dead.</param>
/// <param name="Silence">The longest time in which nobody was answered.</param>
/// <param name="LongestRequest">The longest time that one request took, its repetitions included.</param>
/// <param name="Missing">Effects that are missing of requests that were answered.</param>
/// <param name="Doubled">Effects too many.</param>
/// <param name="Errors">The errors, and how often.</param>
internal sealed record FaultRound(
    int Number, string Fault, long Answered, int Repeated, int Ended, TimeSpan Silence, TimeSpan LongestRequest, long Missing, long Doubled, IReadOnlyDictionary<string, int> Errors)
{
    /// <summary>True if each answered request took effect, and none twice.</summary>
    public bool IsExact => Missing == 0 && Doubled == 0;
}
