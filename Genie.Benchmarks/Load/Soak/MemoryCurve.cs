using System.Diagnostics;

namespace Genie.Benchmarks.Load.Soak;

/// <summary>Resident memory over time, from a first reading on.</summary>
internal sealed class MemoryCurve(long firstBytes)
{
    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly List<(TimeSpan After, long Bytes)> _samples = [(TimeSpan.Zero, firstBytes)];

    /// <summary>The readings.</summary>
    public IReadOnlyList<(TimeSpan After, long Bytes)> Samples => _samples;

    /// <summary>Notes a reading.</summary>
    public (TimeSpan After, long Bytes) Add(long bytes) => Add(Stopwatch.GetElapsedTime(_start), bytes);

    /// <summary>Notes a reading at a time.</summary>
    public (TimeSpan After, long Bytes) Add(TimeSpan after, long bytes)
    {
        _samples.Add((after, bytes));
        return _samples[^1];
    }

    /// <summary>The last reading not after a time.</summary>
    public long BytesAt(TimeSpan time) => _samples.Last(sample => sample.After <= time).Bytes;

    /// <summary>Bytes an hour by least squares over the readings from a time on; null where there are fewer than three.</summary>
    public double? BytesPerHour(TimeSpan from)
    {
        var points = _samples.Where(sample => sample.After >= from).Select(sample => (X: sample.After.TotalHours, Y: (double)sample.Bytes)).ToList();
        if (points.Count < 3) return null;
        var (meanX, meanY) = (points.Average(point => point.X), points.Average(point => point.Y));
        return points.Sum(point => (point.X - meanX) * (point.Y - meanY)) / points.Sum(point => (point.X - meanX) * (point.X - meanX));
    }
}
