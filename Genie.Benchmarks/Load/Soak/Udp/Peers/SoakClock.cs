using System.Diagnostics;
using Genie.Benchmarks.Load.Pacing;
using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Load.Soak.Udp.Peers;

/// <summary>Ticks at a rate on a thread of its own. Ticks that are late come all the same, with the time at which they were due, unless the process stood still for long.</summary>
/// <param name="rateHertz">Ticks a second.</param>
/// <param name="tick">Called with the time that it was due, in nanoseconds of the machine's monotonic clock, which is the same in all its processes.</param>
/// <param name="failed">Told of what a tick threw.</param>
internal sealed class SoakClock(int rateHertz, Action<long> tick, Action<Exception> failed) : IDisposable
{
    // Who comes back from longer than that has a machine that was suspended.
    private static readonly TimeSpan LagMax = TimeSpan.FromSeconds(10);

    private volatile bool _isEnding;
    private Thread? _thread;
    private long _skipped;

    /// <summary>Ticks that were left out.</summary>
    public long Skipped => Volatile.Read(ref _skipped);

    /// <summary>Now, in nanoseconds.</summary>
    public static long NowNanoseconds => LatencyRecorder.ToNanoseconds(Stopwatch.GetTimestamp());

    /// <summary>Starts ticking.</summary>
    public void Start()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = "soak clock" };
        _thread.Start();
    }

    /// <summary>Ends it; no tick is under way then.</summary>
    public void Dispose()
    {
        _isEnding = true;
        _thread?.Join();
    }

    private void Run()
    {
        PreciseSleep.PrepareThread();
        var period = Stopwatch.Frequency / rateHertz;
        for (var due = Stopwatch.GetTimestamp(); !_isEnding; due += period)
        {
            PreciseSleep.Until(due);
            if (Stopwatch.GetElapsedTime(due) > LagMax)
            {
                var behind = (Stopwatch.GetTimestamp() - due) / period;
                Volatile.Write(ref _skipped, _skipped + behind);
                due += behind * period;
            }

            try
            {
                tick(LatencyRecorder.ToNanoseconds(due));
            }
            catch (Exception error)
            {
                failed(error);
            }
        }
    }
}
