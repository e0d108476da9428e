using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.History;

/// <summary>Finds what results are to be held against: the newest ones of a branch.</summary>
internal static class HistoryBaseline
{
    /// <summary>All measurements of the newest commit of a branch that has one, as if they were one; null where none has.</summary>
    /// <param name="history">All measurements, the oldest first.</param>
    /// <param name="commits">The branch's commits, the newest first.</param>
    /// <param name="compared">What is to be held against it: only the same machine's measurements count, and itself does not.</param>
    public static BenchResults? Find(IReadOnlyList<BenchResults> history, IReadOnlyList<string> commits, BenchResults compared)
    {
        var machine = HistorySeriesKey.MachineOf(compared.Machine);
        var candidates = history.Where(each => each.Source is { Modified: false, Commit.Length: > 0 } && HistorySeriesKey.MachineOf(each.Machine) == machine && each.Started != compared.Started)
            .ToLookup(each => each.Source!.Commit, StringComparer.Ordinal);
        var commit = commits.FirstOrDefault(each => each != compared.Source?.Commit && candidates.Contains(each));
        if (commit is null) return null;
        var newest = candidates[commit].Last();
        return newest with { Runs = [.. candidates[commit].SelectMany(each => each.Runs)] };
    }
}
