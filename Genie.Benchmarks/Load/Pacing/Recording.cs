using System.Globalization;
using System.Text.Json;

namespace Genie.Benchmarks.Load.Pacing;

/// <summary>When the messages of a recorded stream were sent. It begins with the first and is repeated when it has ended, the mean distance of two messages after the last.</summary>
internal sealed class Recording
{
    // Unix times of today in seconds, milliseconds, microseconds and nanoseconds are three decimal digits apart.
    private static readonly (double Below, double PerSecond)[] UnixUnits = [(1e11, 1), (1e14, 1e3), (1e17, 1e6), (double.MaxValue, 1e9)];

    private readonly double[] _offsets;

    private Recording(double[] offsets)
    {
        _offsets = offsets;
        PeriodSeconds = offsets[^1] * offsets.Length / (offsets.Length - 1);
    }

    /// <summary>Until it begins again, in seconds.</summary>
    public double PeriodSeconds { get; }

    /// <summary>Messages a second, in the mean.</summary>
    public double MeanPerSecond => _offsets.Length / PeriodSeconds;

    /// <summary>Reads the times of JSON lines.</summary>
    /// <param name="messages">The lines.</param>
    /// <param name="field">The property that holds the time of each: ISO 8601, or a Unix time in seconds, milliseconds, microseconds or nanoseconds, whichever it must be to be of our days.</param>
    /// <param name="speed">How much faster than it was recorded.</param>
    /// <exception cref="FormatException">It says which message has no such time, or one before its predecessor's.</exception>
    public static Recording Read(IReadOnlyList<ReadOnlyMemory<byte>> messages, string field, double speed)
    {
        if (messages.Count < 2) throw new FormatException("a recording has at least two messages, each a JSON line with its time.");
        var offsets = new double[messages.Count];
        var (first, last) = (0m, decimal.MinValue);
        for (var i = 0; i < offsets.Length; i++)
        {
            var time = TimeOf(messages[i], field, i + 1);
            if (i == 0) first = time;
            if (time < last) throw new FormatException($"message {i + 1} was sent before message {i}; sort them by '{field}'.");
            last = time;
            offsets[i] = (double)(time - first) / speed;
        }

        return offsets[^1] > 0 ? new Recording(offsets) : throw new FormatException($"all messages have the same '{field}'.");
    }

    /// <summary>When a message is due, in seconds from the begin on.</summary>
    /// <param name="number">Its number, from 0; beyond the last it begins again.</param>
    public double SecondsOf(long number) => number / _offsets.Length * PeriodSeconds + _offsets[number % _offsets.Length];

    /// <summary>How many are due before so many seconds have passed.</summary>
    public long CountWithin(double seconds)
    {
        var rounds = (long)Math.Floor(seconds / PeriodSeconds);
        var rest = Array.BinarySearch(_offsets, seconds - rounds * PeriodSeconds);
        if (rest < 0) rest = ~rest;
        while (rest > 0 && _offsets[rest - 1] >= seconds - rounds * PeriodSeconds) rest--;
        return rounds * _offsets.Length + rest;
    }

    // Decimal: a Unix time in nanoseconds has more digits than a double.
    private static decimal TimeOf(ReadOnlyMemory<byte> message, string field, int number)
    {
        using var json = JsonDocument.Parse(message);
        if (json.RootElement.ValueKind != JsonValueKind.Object || !json.RootElement.TryGetProperty(field, out var value)) throw new FormatException($"message {number} has no '{field}'.");
        if (value.ValueKind == JsonValueKind.Number && value.TryGetDecimal(out var unix)) return unix / (decimal)UnixUnits.First(unit => Math.Abs((double)unix) < unit.Below).PerSecond;
        return value.ValueKind == JsonValueKind.String && DateTimeOffset.TryParse(value.GetString(), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
            ? (decimal)(time - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerSecond : throw new FormatException($"'{field}' of message {number} is no time: {value.GetRawText()}.");
    }
}
