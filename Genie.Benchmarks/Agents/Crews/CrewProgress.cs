using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Agents.Crews;

/// <summary>Makes one progress of that of several clients. Safe for concurrent callers.</summary>
/// <param name="clients">How many.</param>
internal sealed class CrewProgress(int clients)
{
    private readonly Lock _lock = new();
    private readonly double[] _perSecond = new double[clients];
    private readonly RunRow?[] _interim = new RunRow?[clients];

    /// <summary>Takes a client's.</summary>
    /// <returns>What to show, or null: the first client's beat is that of all, and what a row shows so far is shown when each client has told its part.</returns>
    public LoadEvent? Add(int client, LoadEvent progress)
    {
        lock (_lock)
        {
            if (progress.Interim is { } interim) return Merge(client, progress, interim);
            _perSecond[client] = progress.PerSecond;

            if (client != 0) return null;
            return progress with { PerSecond = _perSecond.Sum() };
        }
    }

    private LoadEvent? Merge(int client, LoadEvent progress, RunRow interim)
    {
        _interim[client] = interim;
        if (_interim.Any(row => row is null)) return null;
        var whole = RowMerger.Merge([.. _interim.Select(row => row!)]);
        Array.Clear(_interim);
        return progress with { Interim = whole };
    }
}
