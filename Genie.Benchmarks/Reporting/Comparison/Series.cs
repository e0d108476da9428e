using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Reporting.Comparison;

/// <summary>One system through one client at one confirmation level, with all its repetitions of one load.</summary>
internal sealed record Series
{
    /// <summary>The series that rows belong to, each with its load, in the order in which they were first measured.</summary>
    public static IReadOnlyList<(LoadShape Shape, Series Series)> Of(IEnumerable<RunRow> rows) =>
    [
        .. rows.GroupBy(row => (Shape: LoadShape.Of(row), row.Broker, row.Client, row.Confirmation)).Select(group => (
            group.Key.Shape,
            new Series { Broker = group.Key.Broker, Client = group.Key.Client, Confirmation = group.Key.Confirmation, Rows = [.. group.OrderBy(row => row.Repetition)] })),
    ];

    public required string Broker { get; init; }

    public required string Client { get; init; }

    public required Confirmation Confirmation { get; init; }

    /// <summary>The repetitions, in their order.</summary>
    public required IReadOnlyList<RunRow> Rows { get; init; }

    /// <summary>1 for the fastest of its confirmation level and those that cannot be told apart from it; null if a repetition is not ranked.</summary>
    public int? Rank { get; init; }

    /// <summary>The repetition of median throughput (of an even number, the lower one): its curves stand for the series.</summary>
    public RunRow Median => Rows.OrderBy(row => row.ThroughputPerSecond).ElementAt((Rows.Count - 1) / 2);

    /// <summary>The repetitions' throughput.</summary>
    public MedianInterval Throughput => MedianInterval.Of(Rows.Select(row => row.ThroughputPerSecond));

    /// <summary>Messages a second that reached the worker; of files of earlier versions, the throughput.</summary>
    public MedianInterval Arrived => MedianInterval.Of(Rows.Select(ArrivedPerSecond));

    /// <summary>The same of one row.</summary>
    public static double ArrivedPerSecond(RunRow row) => row.ArrivedPerSecond ?? row.ThroughputPerSecond;

    /// <summary>What became of the messages of all repetitions.</summary>
    public LedgerFigures Ledger => LedgerFigures.Sum(Rows.Select(row => row.Ledger));

    /// <summary>What became of their effects; null where none were verified.</summary>
    public EffectFigures? Effects => Rows.Any(row => row.Effects is not null) ? EffectFigures.Sum(Rows.Select(row => row.Effects).OfType<EffectFigures>()) : null;

    public double SlowestPerSecond => Rows.Min(row => row.ThroughputPerSecond);

    public double FastestPerSecond => Rows.Max(row => row.ThroughputPerSecond);

    /// <summary>True if every repetition may be compared.</summary>
    public bool IsRanked => Rows.All(row => row.Ranked);

    /// <summary>True for the reference without a broker or without a second process.</summary>
    public bool IsBaseline => Rows.Any(row => row.Marks.Any(mark => mark.Kind == RowMarkKinds.Baseline));

    /// <summary>True if something was measured.</summary>
    public bool HasFigures => Rows.Any(row => row.Requests > 0);

    /// <summary>What is marked on it, each reason once.</summary>
    public IReadOnlyList<string> Reasons => [.. Rows.SelectMany(RowReasons.Of).Distinct()];

    /// <summary>True if a repetition is marked so.</summary>
    public bool Has(string kind) => ReasonsOf(kind).Any();

    /// <summary>What marks of a kind say.</summary>
    public IEnumerable<string> ReasonsOf(string kind) => Rows.SelectMany(row => row.Marks).Where(mark => mark.Kind == kind).Select(mark => mark.Text).Distinct();

    public string Name => $"{Broker} ({Client})";
}
