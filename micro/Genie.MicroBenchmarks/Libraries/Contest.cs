using System.Diagnostics;
using System.Globalization;

namespace Genie.MicroBenchmarks.Libraries;

/// <summary>What of ours a library could do: both in turn, round by round, so that a drifting machine harms both alike.</summary>
/// <param name="What">What is compared.</param>
/// <param name="Operations">Operations of one run.</param>
/// <param name="Ours">Makes one run.</param>
/// <param name="Theirs">Makes one run by the library.</param>
internal sealed record Contest(string What, int Operations, Action Ours, Action Theirs)
{
    private const int Rounds = 15;
    private const int WarmUpRounds = 5;

    /// <summary>Runs both and prints the medians and their ratio.</summary>
    public void Run()
    {
        var (ours, theirs) = (new List<double>(), new List<double>());
        for (var round = 0; round < WarmUpRounds + Rounds; round++)
        {
            var (our, their) = (NanosecondsOf(Ours), NanosecondsOf(Theirs));
            if (round < WarmUpRounds) continue;
            ours.Add(our);
            theirs.Add(their);
        }

        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{What,-52} {Median(ours),10:0.0} ns {Median(theirs),10:0.0} ns {Median(theirs) / Median(ours),8:0.00}x"));
    }

    private static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);

    private double NanosecondsOf(Action run)
    {
        var start = Stopwatch.GetTimestamp();
        run();
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds / Operations;
    }
}
