namespace Genie.Datagrams.Simulation;

/// <summary>One direction between two sockets.</summary>
internal sealed class SimulatedPath(NetworkConditions conditions, Random random)
{
    private const int HeaderBytes = 28;
    private const double MicrosecondsASecond = 1e6;

    private bool _isBad;
    private double _seenAt = double.NegativeInfinity;
    private double _freeAt;
    private double _lastArrival;

    /// <summary>When a datagram arrives, microseconds, or -1 if it is lost.</summary>
    public long ArrivalOf(int bytes, long now)
    {
        if (bytes > conditions.MaxDatagramBytes || IsLost(now)) return -1;
        var leaves = (double)now;
        if (conditions.BytesASecond > 0)
        {
            var waiting = Math.Max(0, _freeAt - now) * conditions.BytesASecond / MicrosecondsASecond;
            if (waiting + bytes > conditions.QueueBytes) return -1;
            _freeAt = Math.Max(_freeAt, now) + ((bytes + HeaderBytes) * MicrosecondsASecond / conditions.BytesASecond);
            leaves = _freeAt;
        }

        var arrival = leaves + conditions.Latency.TotalMicroseconds + (Math.Abs(Normal()) * conditions.Variance.TotalMicroseconds);
        if (random.NextDouble() < conditions.Reordering) return (long)(arrival + conditions.ReorderingDelay.TotalMicroseconds);
        _lastArrival = Math.Max(_lastArrival, arrival);
        return (long)_lastArrival;
    }

    public bool IsDuplicated() => random.NextDouble() < conditions.Duplication;

    private bool IsLost(long now)
    {
        if (random.NextDouble() < conditions.Loss) return true;
        if (conditions.Bursts is not { } bursts) return false;
        _isBad = random.NextDouble() < bursts.ChanceOfBad(_isBad, now - _seenAt);
        _seenAt = now;
        return random.NextDouble() < (_isBad ? bursts.LossInBad : bursts.LossInGood);
    }

    /// <summary>The method of Box and Muller.</summary>
    private double Normal() => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
