using System.Diagnostics;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load;

/// <summary>Follows a backlog that builds up while the worker is away and is drained when it is back. One caller at a time notes; anybody may read.</summary>
/// <param name="sent">Messages handed to the driver by now.</param>
internal sealed class BacklogWatch(Func<long> sent)
{
    // Sending goes on: what is under way at any moment is no backlog.
    private const long DrainedShare = 100;

    private readonly long _leftTimestamp = Stopwatch.GetTimestamp();
    private long _returnTimestamp;
    private long _receivedAtReturn = -1;
    private long _drainedTimestamp;
    private long _received;
    private long _largest;

    /// <summary>True while the worker is away.</summary>
    public bool IsAway => Volatile.Read(ref _returnTimestamp) == 0;

    /// <summary>The worker is back.</summary>
    public void Return() => Volatile.Write(ref _returnTimestamp, Stopwatch.GetTimestamp());

    /// <summary>Takes how many messages the worker has received by now.</summary>
    public void Note(long received)
    {
        var waiting = sent() - received;
        _largest = Math.Max(_largest, waiting);
        if (IsAway || _drainedTimestamp != 0) return;
        if (_receivedAtReturn < 0) _receivedAtReturn = _received;
        _received = received;
        if (waiting * DrainedShare <= _largest) _drainedTimestamp = Stopwatch.GetTimestamp();
    }

    /// <summary>What was seen.</summary>
    public BacklogFigures Figures()
    {
        var figures = new BacklogFigures { AwaySeconds = Stopwatch.GetElapsedTime(_leftTimestamp, IsAway ? Stopwatch.GetTimestamp() : _returnTimestamp).TotalSeconds, Largest = _largest };
        if (_drainedTimestamp == 0) return figures;
        var seconds = Stopwatch.GetElapsedTime(_returnTimestamp, _drainedTimestamp).TotalSeconds;
        return figures with { DrainSeconds = seconds, DrainPerSecond = seconds > 0 ? (_received - _receivedAtReturn) / seconds : 0 };
    }
}
