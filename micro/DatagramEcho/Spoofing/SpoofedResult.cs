namespace DatagramEcho;

/// <summary>Medians and tails of rounds.</summary>
internal sealed class LatencyRounds
{
    private readonly List<double> _medians = [];
    private readonly List<double> _tails = [];

    /// <summary>The median of the rounds' medians, in microseconds.</summary>
    public double P50 => Median(_medians);

    /// <summary>The median of the rounds' 99th percentiles, in microseconds.</summary>
    public double P99 => Median(_tails);

    public void Add((double P50, double P99) round)
    {
        _medians.Add(round.P50);
        _tails.Add(round.P99);
    }

    private static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);
}

/// <summary>What a live link noticed at one rate of handshakes.</summary>
/// <param name="perSecond">The rate.</param>
internal sealed class SpoofedResult(int perSecond)
{
    /// <summary>The columns of <see cref="Line"/>.</summary>
    public const string Header = "handshakes/s\tp50 us without\tp50 us with\ttimes\tp99 us without\tp99 us with\ttimes\tp99 us beside as many for another port\ttimes";

    /// <summary>Handshakes that were begun.</summary>
    public int Sent { get; set; }

    /// <summary>Rounds without any.</summary>
    public LatencyRounds Quiet { get; } = new();

    /// <summary>Rounds with them.</summary>
    public LatencyRounds Attacked { get; } = new();

    /// <summary>Rounds with as many datagrams for a port where nobody reads.</summary>
    public LatencyRounds Besides { get; } = new();

    /// <summary>A line of a table.</summary>
    public string Line => FormattableString.Invariant($"{perSecond}\t{Quiet.P50:0.0}\t{Attacked.P50:0.0}\t{Attacked.P50 / Quiet.P50:0.00}\t{Quiet.P99:0.0}\t{Attacked.P99:0.0}\t{Attacked.P99 / Quiet.P99:0.00}\t{Besides.P99:0.0}\t{Besides.P99 / Quiet.P99:0.00}");

    /// <summary>Writes it in words.</summary>
    public void WriteSentences(int firstBytes, int answeredBytes, int connections)
    {
        Console.WriteLine(FormattableString.Invariant($"{Sent:N0} handshakes begun, {perSecond:N0} a second, each from another address: {connections} connection in the end"));
        Console.WriteLine(FormattableString.Invariant($"a first datagram of {firstBytes} bytes is answered with {answeredBytes}"));
        Console.WriteLine(FormattableString.Invariant($"live link, p50 us: {Quiet.P50:0.0} without, {Attacked.P50:0.0} with them: {Attacked.P50 / Quiet.P50:0.00} times; p99 us: {Quiet.P99:0.0}, {Attacked.P99:0.0}: {Attacked.P99 / Quiet.P99:0.00} times (medians of {SpoofedHandshakes.Rounds} rounds)"));
        Console.WriteLine(FormattableString.Invariant($"with as many for a port where nobody reads: p50 {Besides.P50:0.0} us, p99 {Besides.P99:0.0} us: {Besides.P50 / Quiet.P50:0.00} and {Besides.P99 / Quiet.P99:0.00} times"));
    }
}
