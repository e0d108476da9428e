using System.Diagnostics;
using System.Text.Json;
using Genie.Observing;
using Grpc.Core;
using Grpc.Core.Interceptors;

namespace Genie.Grpc.Telemetry;

/// <summary>
/// Counts calls by method and status, under the names of gRPC's proposal A66. Calls that are refused before they reach a handler are not
/// among them. ASP.NET Core traces the requests itself.
/// </summary>
internal sealed class CallMetrics : Interceptor
{
    /// <summary>The meter's name.</summary>
    public const string MeterName = "Genie.Grpc";

    private const string MethodTag = "grpc.method";
    private const string StatusTag = "grpc.status";

    private static readonly GuardedMeter Meter = new(MeterName);
    private static readonly GuardedCounter Started = Meter.CreateCounter("grpc.server.call.started", "{call}", "Calls that have reached a handler.");
    private static readonly GuardedHistogram Duration = Meter.CreateHistogram(
        "grpc.server.call.duration", "s", "Time that the handler took, to the end of the stream where there is one.",
        0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60, 600);

    private static readonly Dictionary<StatusCode, string> StatusNames =
        Enum.GetValues<StatusCode>().ToDictionary(code => code, code => JsonNamingPolicy.SnakeCaseUpper.ConvertName(code.ToString()));

    /// <inheritdoc/>
    public override Task<TResponse> UnaryServerHandler<TRequest, TResponse>(
        TRequest request, ServerCallContext context, UnaryServerMethod<TRequest, TResponse> continuation) =>
        MeasureAsync(context, () => continuation(request, context));

    /// <inheritdoc/>
    public override Task<TResponse> ClientStreamingServerHandler<TRequest, TResponse>(
        IAsyncStreamReader<TRequest> requestStream, ServerCallContext context, ClientStreamingServerMethod<TRequest, TResponse> continuation) =>
        MeasureAsync(context, () => continuation(requestStream, context));

    /// <inheritdoc/>
    public override Task ServerStreamingServerHandler<TRequest, TResponse>(
        TRequest request, IServerStreamWriter<TResponse> responseStream, ServerCallContext context, ServerStreamingServerMethod<TRequest, TResponse> continuation) =>
        MeasureStreamAsync(context, () => continuation(request, responseStream, context));

    /// <inheritdoc/>
    public override Task DuplexStreamingServerHandler<TRequest, TResponse>(
        IAsyncStreamReader<TRequest> requestStream, IServerStreamWriter<TResponse> responseStream, ServerCallContext context,
        DuplexStreamingServerMethod<TRequest, TResponse> continuation) =>
        MeasureStreamAsync(context, () => continuation(requestStream, responseStream, context));

    private static Task<bool> MeasureStreamAsync(ServerCallContext context, Func<Task> handle) => MeasureAsync(context, async () =>
    {
        await handle().ConfigureAwait(false);
        return true;
    });

    private static async Task<T> MeasureAsync<T>(ServerCallContext context, Func<Task<T>> handle)
    {
        if (!Started.Enabled && !Duration.Enabled) return await handle().ConfigureAwait(false);
        var method = new KeyValuePair<string, object?>(MethodTag, context.Method[1..]);
        var start = Stopwatch.GetTimestamp();
        var status = StatusCode.OK;
        Started.Add(1, method);
        try
        {
            var result = await handle().ConfigureAwait(false);
            status = context.Status.StatusCode;
            return result;
        }
        catch (Exception error)
        {
            status = StatusOf(error, context);
            throw;
        }
        finally
        {
            Duration.Record(Stopwatch.GetElapsedTime(start).TotalSeconds, method, new KeyValuePair<string, object?>(StatusTag, StatusNames[status]));
        }
    }

    private static StatusCode StatusOf(Exception error, ServerCallContext context) =>
        error is RpcException known ? known.StatusCode
        : !context.CancellationToken.IsCancellationRequested ? StatusCode.Unknown
        : context.Deadline <= DateTime.UtcNow ? StatusCode.DeadlineExceeded
        : StatusCode.Cancelled;
}
