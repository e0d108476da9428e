using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Calls;
using Genie.Benchmarks.Measurement.Statistics;

namespace Genie.Benchmarks.Reporting.Calls;

/// <summary>One system in one cell. Figures of a call are those of a batch by its calls.</summary>
internal sealed record CallRow
{
    private const double MicrosecondsPerMillisecond = 1e3;

    /// <summary>Its name: see <see cref="CallSystem.Name"/>.</summary>
    public required string System { get; init; }

    /// <summary>Its name for readers.</summary>
    public required string Title { get; init; }

    /// <summary>Why there are no figures, or null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Error { get; set; }

    /// <summary>How long the calls of a batch took together.</summary>
    public CallSpread BatchMilliseconds { get; set; }

    /// <summary>The same by call.</summary>
    public CallSpread MicrosecondsPerCall { get; set; }

    /// <summary>The median of how long a single call took.</summary>
    public CallSpread CallP50Microseconds { get; set; }

    /// <summary>The 99th percentile of that.</summary>
    public CallSpread CallP99Microseconds { get; set; }

    /// <summary>Bytes allocated in the client's process.</summary>
    public CallSpread ClientAllocatedBytesPerCall { get; set; }

    /// <summary>Bytes allocated in the server's process, a reading's own included.</summary>
    public CallSpread ServerAllocatedBytesPerCall { get; set; }

    /// <summary>Processor time of the client's process.</summary>
    public CallSpread ClientCpuMicrosecondsPerCall { get; set; }

    /// <summary>Processor time of the server's process.</summary>
    public CallSpread ServerCpuMicrosecondsPerCall { get; set; }

    /// <summary>Bytes allocated on both sides.</summary>
    [JsonIgnore]
    public double AllocatedBytesPerCall => ClientAllocatedBytesPerCall.Median + ServerAllocatedBytesPerCall.Median;

    /// <summary>The row of some turns; those of a system that failed do not count.</summary>
    public static CallRow Of(CallSystem system, CallBatch batch, IReadOnlyList<CallTurn> turns, string? error)
    {
        var row = new CallRow { System = system.Name, Title = system.Title, Error = error };
        return error is not null ? row : row with
        {
            BatchMilliseconds = Spread(turn => turn.Times.BatchMicroseconds / MicrosecondsPerMillisecond),
            MicrosecondsPerCall = Spread(turn => turn.Times.BatchMicroseconds / batch.Calls),
            CallP50Microseconds = Spread(turn => turn.Times.P50Microseconds),
            CallP99Microseconds = Spread(turn => turn.Times.P99Microseconds),
            ClientAllocatedBytesPerCall = Spread(turn => (double)turn.Client.AllocatedBytes / batch.Calls),
            ServerAllocatedBytesPerCall = Spread(turn => (double)turn.Server.AllocatedBytes / batch.Calls),
            ClientCpuMicrosecondsPerCall = Spread(turn => turn.Client.CpuMicroseconds / batch.Calls),
            ServerCpuMicrosecondsPerCall = Spread(turn => turn.Server.CpuMicroseconds / batch.Calls),
        };

        CallSpread Spread(Func<CallTurn, double> of) => CallSpread.Of(MedianInterval.Of(turns.Select(of)));
    }
}

/// <summary>A figure over the repetitions.</summary>
/// <param name="Median">The median.</param>
/// <param name="Low">The low end of its interval, see <see cref="MedianInterval"/>.</param>
/// <param name="High">The high end.</param>
internal readonly record struct CallSpread(double Median, double Low, double High)
{
    /// <summary>That of an interval.</summary>
    public static CallSpread Of(MedianInterval interval) => new(interval.Median, interval.Low, interval.High);
}
