using Genie.Benchmarks.Load.Soak.Udp.Ledger;
using Genie.Benchmarks.Load.Soak.Udp.Peers;
using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Benchmarks.Measurement;
using Genie.Faults;

namespace Genie.Benchmarks.Load.Soak.Udp;

/// <summary>Adds what one leg counts to what was counted before it.</summary>
internal sealed class UdpSoakLeg
{
    private const int NotesMax = 40;
    private const double NanosecondsPerMicrosecond = 1e3;

    private readonly UdpSoakState _before;
    private readonly LatencyHistogram _latencies;
    private readonly List<SoakSample> _samples;
    private readonly LatencyHistogram _stretch = new();
    private SoakReading _clients = new();
    private SoakReading _server = new();
    private FaultCounts _network = new();
    private bool _isDrained;
    private double _elapsedSeconds;
    private string? _end;
    private string? _failure;

    /// <summary>A leg that goes on from a state.</summary>
    public UdpSoakLeg(UdpSoakState before)
    {
        _before = before with { Legs = before.Legs + 1, End = null };
        _latencies = HistogramText.Read(before.Latencies);
        _samples = [.. before.Samples];
    }

    /// <summary>The state by now.</summary>
    public UdpSoakState State => _before with
    {
        ElapsedSeconds = _before.ElapsedSeconds + _elapsedSeconds,
        End = _end,
        Counts = _before.Counts + UdpSoakCounts.Of(_clients, _server, _network, _isDrained) + new UdpSoakCounts { Anomalies = new SoakAnomalies { Errors = _failure is null ? 0 : 1 } },
        Latencies = HistogramText.Write(_latencies),
        Samples = [.. _samples],
        Notes = [.. _before.Notes.Concat(NewNotes()).Take(NotesMax)],
    };

    /// <summary>Reliable messages that are under way.</summary>
    public long UnderWay => UdpSoakCounts.Of(_clients, _server, _network, isDrained: false).UnderWay(unaccounted: 0);

    /// <summary>The state that a soak begins anew, or goes on, with.</summary>
    /// <param name="found">What the leg before left behind.</param>
    public static UdpSoakState Resume(UdpSoakState found)
    {
        var cause = found.End ?? "the command was killed; what came after the last save is not counted";
        return found with { Interruptions = [.. found.Interruptions, new SoakInterruption(found.ElapsedSeconds, cause, found.Counts.UnderWay(found.Unaccounted))] };
    }

    /// <summary>Takes readings of both sides.</summary>
    public void Add(SoakReading clients, SoakReading server, FaultCounts network)
    {
        (_clients, _server, _network) = (clients, server, network);
        foreach (var text in (string[])[clients.Latencies, server.Latencies]) _stretch.Add(HistogramText.Read(text));
    }

    /// <summary>Ends a stretch of the time.</summary>
    /// <param name="elapsed">How long the leg lasts by now.</param>
    public void EndStretch(TimeSpan elapsed)
    {
        var begin = _before.ElapsedSeconds + _elapsedSeconds;
        _elapsedSeconds = elapsed.TotalSeconds;
        _samples.Add(new SoakSample
        {
            Leg = _before.Legs,
            Second = (int)Math.Round(begin),
            Seconds = Math.Max(1, (int)Math.Round(_before.ElapsedSeconds + _elapsedSeconds) - (int)Math.Round(begin)),
            Messages = _stretch.Count,
            P50Microseconds = _stretch.ValueAtPercentile(50) / NanosecondsPerMicrosecond,
            P99Microseconds = _stretch.ValueAtPercentile(99) / NanosecondsPerMicrosecond,
            MaxMicroseconds = _stretch.MaxNanoseconds / NanosecondsPerMicrosecond,
            RoundTripMicroseconds = _clients.RoundTripMicroseconds,
            Clients = _clients.Resources,
            Server = _server.Resources,
        });
        KeepStretch();
    }

    /// <summary>Ends the leg in order: what is missing now is lost.</summary>
    /// <param name="how">How it ended, in words.</param>
    public void EndDrained(string how)
    {
        KeepStretch();
        (_isDrained, _end) = (true, how);
    }

    /// <summary>Ends the leg for a process that has failed; it counts as an error.</summary>
    public void EndFailed(string why)
    {
        KeepStretch();
        _end = _failure = why;
    }

    private void KeepStretch()
    {
        _latencies.Add(_stretch);
        _stretch.Clear();
    }

    private IEnumerable<string> NewNotes() =>
        (_failure is null ? Array.Empty<string>() : [_failure]).Concat(_clients.Notes.Select(static note => $"clients: {note}")).Concat(_server.Notes.Select(static note => $"server: {note}"));
}
