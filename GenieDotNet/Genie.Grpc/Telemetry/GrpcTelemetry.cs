using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Genie.Grpc.Telemetry;

/// <summary>What handlers tell those who listen, whichever implementation serves. ASP.NET Core traces the requests itself.</summary>
public static class GrpcTelemetry
{
    /// <summary>The meter's name.</summary>
    public const string Name = "Genie.Grpc";

    private const string MethodTag = "method";
    private const string StatusTag = "status";

    private static readonly Meter Meter = new(Name);
    private static readonly Counter<long> Calls = Meter.CreateCounter<long>("genie.grpc.calls", "{call}", "Calls that have ended, by method and status. Those refused before they reached a handler are not among them.");
    private static readonly UpDownCounter<long> InFlight = Meter.CreateUpDownCounter<long>("genie.grpc.calls.in_flight", "{call}", "Calls that are being handled.");
    private static readonly Histogram<double> Duration = Meter.CreateHistogram(
        "genie.grpc.call.duration", "s", "Time that the handler took, to the end of the stream where there is one.", tags: null,
        new InstrumentAdvice<double> { HistogramBucketBoundaries = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60, 600] });

    private static bool IsObserved => Calls.Enabled || InFlight.Enabled || Duration.Enabled;

    /// <summary>Runs a handler.</summary>
    internal static ValueTask<T> ObserveAsync<T>(string method, Func<ValueTask<T>> handle) => IsObserved ? RunAsync(method, handle) : handle();

    private static async ValueTask<T> RunAsync<T>(string method, Func<ValueTask<T>> handle)
    {
        var tag = new KeyValuePair<string, object?>(MethodTag, method);
        var start = Stopwatch.GetTimestamp();
        var status = GrpcStatusCode.Ok;
        InFlight.Add(1, tag);
        try
        {
            return await handle().ConfigureAwait(false);
        }
        catch (Exception error)
        {
            status = error switch
            {
                GrpcStatusException known => known.Code,
                OperationCanceledException => GrpcStatusCode.Cancelled,
                _ => GrpcStatusCode.Unknown,
            };
            throw;
        }
        finally
        {
            InFlight.Add(-1, tag);
            Calls.Add(1, tag, new KeyValuePair<string, object?>(StatusTag, status));
            Duration.Record(Stopwatch.GetElapsedTime(start).TotalSeconds, tag);
        }
    }
}
