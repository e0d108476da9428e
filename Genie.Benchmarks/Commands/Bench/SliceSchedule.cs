using Genie.Benchmarks.Load;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>How often and how long a <see cref="SlicePlan"/> warms up and measures.</summary>
/// <param name="Budget">The time for all rows.</param>
/// <param name="Visits">Turns of each row.</param>
/// <param name="Slices">Slices that a turn measures.</param>
/// <param name="Slice">How long one lasts, at least.</param>
/// <param name="WarmUp">The most that a load runs before its first slice; three times that where its processes are new.</param>
internal sealed record SliceSchedule(TimeSpan Budget, int Visits, int Slices, TimeSpan Slice, TimeSpan WarmUp)
{
    // Beyond that, more time shows less than another repetition would.
    private static readonly TimeSpan SliceMax = TimeSpan.FromSeconds(1);

    // By then a join's own ramp is over; what is compiled stays so.
    private static readonly TimeSpan Ramp = TimeSpan.FromSeconds(0.2);

    // Measured over all systems: starting a pair, and a join beyond its phases: connections, the first message, leaving.
    private static readonly TimeSpan Start = TimeSpan.FromSeconds(2.2);
    private static readonly TimeSpan Join = TimeSpan.FromSeconds(0.35);

    // Enough for the fastest; what is waiting at a slice's end is drained before the next, and must not take longer than it.
    private const long BacklogMax = 16_384;

    // What a warm-up that ends when the load has settled takes on average, of the most.
    private const double WarmUpShare = 0.65;

    /// <summary>Six slices, the fewest of which a median has an interval of 95 %; with a build and an installation less than six minutes.</summary>
    public static SliceSchedule Default { get; } = new(TimeSpan.FromSeconds(215), Visits: 2, Slices: 3, Slice: TimeSpan.FromSeconds(0.2), WarmUp: TimeSpan.FromSeconds(1.6));

    /// <summary>A glance of a minute.</summary>
    public static SliceSchedule Quick { get; } = new(TimeSpan.FromSeconds(50), Visits: 1, Slices: 3, Slice: TimeSpan.FromSeconds(0.15), WarmUp: TimeSpan.FromSeconds(0.3));

    /// <summary>The time that all rows take, about.</summary>
    public TimeSpan TimeOf(IReadOnlyCollection<IReadOnlyList<LoadJob>> pairs) =>
        (pairs.Count * (Start + ((LoadHost.ColdFactor - 1) * WarmUp * WarmUpShare))) + (pairs.Sum(pair => pair.Count) * ((WarmUp * WarmUpShare) + ((Visits - 1) * Ramp) + (Visits * ((Slices * Slice) + Join))));

    /// <summary>The same with slices as long as there is time for.</summary>
    public SliceSchedule Fit(IReadOnlyCollection<IReadOnlyList<LoadJob>> pairs)
    {
        var rest = (Budget - TimeOf(pairs)) / Math.Max(1, pairs.Sum(pair => pair.Count) * Visits * Slices);
        var longer = Slice + TimeSpan.FromMilliseconds(Math.Floor(rest.TotalMilliseconds / 50) * 50);
        return this with { Slice = longer < Slice ? Slice : longer > SliceMax ? SliceMax : longer };
    }

    /// <summary>
    /// A visit's jobs. In the first one each load goes on until it has settled, and the rows come in reverse: publishers and many connections call most, and counted calls are
    /// what the runtime compiles in full; what is called once a request is warm when its turn comes.
    /// </summary>
    public IEnumerable<LoadJob> JobsOf(IReadOnlyList<LoadJob> pair, int visit) => (visit == 0 ? pair.Reverse().Select((job, i) => WithWarmUp(job, i == 0 ? LoadHost.ColdFactor * WarmUp : WarmUp, true)) : pair.Select(job => WithWarmUp(job, Ramp, false)))
        .Select(job => job with
        {
            Slices = Slices,
            Repetition = (visit * Slices) + 1,
            Repetitions = Visits * Slices,
            DurationSeconds = Slice.TotalSeconds,
            BacklogMessages = Math.Min(job.BacklogMessages, BacklogMax),
        });

    private static LoadJob WithWarmUp(LoadJob job, TimeSpan warmUp, bool settles) => job with { WarmUpSeconds = warmUp.TotalSeconds, WarmUpSettles = settles };
}
