using System.Diagnostics;
using Genie.Relay.Balancing;
using Genie.Relay.Configuration;
using Genie.Relay.Fields;
using Genie.Relay.Telemetry;
using Genie.Relay.Workers;
using Grpc.Core;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Logging;
using Yarp.ReverseProxy.Forwarder;

namespace Genie.Relay.Proxying;

/// <summary>Takes calls, gives each to a worker, and answers where no worker does.</summary>
internal sealed class RelayProxy(Func<RelayOptions> options, WorkerPool pool, IHttpForwarder forwarder, RelayMetrics metrics, ILogger log)
{
    private const string GrpcContent = "application/grpc";
    private const string Origin = "http://localhost";

    // Timers of .NET take no longer ones; who asks for more has none.
    private static readonly TimeSpan DeadlineMax = TimeSpan.FromDays(40);

    private readonly TimeProvider _clock = options().Clock;
    private readonly IdempotentMethods _idempotent = new(options);
    private ForwarderRequestConfig _config = new() { Version = new Version(2, 0), VersionPolicy = HttpVersionPolicy.RequestVersionExact };

    /// <summary>Handles one request.</summary>
    public async Task HandleAsync(HttpContext http)
    {
        if (!HttpMethods.IsPost(http.Request.Method) || http.Request.ContentType?.StartsWith(GrpcContent, StringComparison.OrdinalIgnoreCase) != true)
        {
            http.Response.StatusCode = StatusCodes.Status415UnsupportedMediaType;
            await http.Response.WriteAsync("This port takes gRPC calls.\n", http.RequestAborted).ConfigureAwait(false);
            return;
        }

        if (CallMetadata.FindFault(http.Request.Headers) is { } fault)
        {
            RefuseMetadata(http, fault);
            return;
        }

        var deadline = http.Request.Headers.TryGetValue(GrpcTimeout.Header, out var text) ? GrpcTimeout.Parse(text.ToString()) : null;
        var isIdempotent = _idempotent.Contains(http.Request.Path);
        var body = new RequestBody(WebTextReader.Of(http), isIdempotent ? options().Server.ReplayBytes : 0);
        var answer = new AnswerBody(http.Features.GetRequiredFeature<IHttpResponseBodyFeature>());
        var call = new RelayCall(body, answer, _clock) { Deadline = deadline };
        http.Request.Body = body;
        http.Features.Set<IHttpResponseBodyFeature>(answer);
        http.Features.Set<IHttpResetFeature>(call);
        using var timeout = deadline is { } time && time < DeadlineMax ? new CancellationTokenSource(time, _clock) : null;
        using var aborting = timeout is null ? default : http.RequestAborted.UnsafeRegister(static timeout => ((CancellationTokenSource)timeout!).Cancel(), timeout);
        var status = await RunAsync(http, call, body, isIdempotent, timeout?.Token ?? http.RequestAborted).ConfigureAwait(false);
        metrics.CountRequest(status, _clock.GetElapsedTime(call.StartTimestamp));
        if (Activity.Current is { IsAllDataRequested: true } activity) Describe(activity, http, call, status);
    }

    private async Task<StatusCode> RunAsync(HttpContext http, RelayCall call, RequestBody body, bool isIdempotent, CancellationToken cancellationToken)
    {
        try
        {
            for (var retries = options().Server.Retries; ; retries--)
            {
                var (worker, refusal) = await RentAsync(cancellationToken).ConfigureAwait(false);
                if (worker is null) return Refuse(http, refusal);
                call.Begin(worker);
                var end = await TryAsync(http, call, worker, body, cancellationToken).ConfigureAwait(false);
                var maySendAgain = end.IsLost && (isIdempotent || end.Outcome == WorkerOutcome.Unreachable) && body.CanRewind && !http.Response.HasStarted;
                if (!maySendAgain || retries <= 0) return Conclude(http, call, end);
                body.Rewind();
                http.Response.Clear();
                metrics.CountRetry();
            }
        }
        finally
        {
            body.Release();
        }
    }

    private async ValueTask<(Worker? Worker, RentRefusal Refusal)> RentAsync(CancellationToken cancellationToken)
    {
        var rented = pool.RentAsync(cancellationToken);
        if (rented.IsCompletedSuccessfully)
        {
            metrics.CountWait(TimeSpan.Zero);
            return rented.Result;
        }

        var start = _clock.GetTimestamp();
        var result = await rented.ConfigureAwait(false);
        metrics.CountWait(_clock.GetElapsedTime(start));
        return result;
    }

    private async ValueTask<CallEnd> TryAsync(HttpContext http, RelayCall call, Worker worker, RequestBody body, CancellationToken cancellationToken)
    {
        var outcome = WorkerOutcome.Unknown;
        try
        {
            var answers = worker.Answers;
            var error = await forwarder.SendAsync(http, Origin, worker.Connection.Invoker, Config(), call, cancellationToken).ConfigureAwait(false);
            var end = CallEnds.Of(error, http, call, body, worker.Answers != answers, options().Server.ProxyTimeout, cancellationToken);
            outcome = end.Outcome;
            return end;
        }
        finally
        {
            pool.Return(worker, outcome);
        }
    }

    private ForwarderRequestConfig Config()
    {
        var timeout = options().Server.ProxyTimeout is { Ticks: > 0 } limited ? limited : Timeout.InfiniteTimeSpan;
        return _config.ActivityTimeout == timeout ? _config : _config = _config with { ActivityTimeout = timeout };
    }

    private StatusCode Refuse(HttpContext http, RentRefusal refusal)
    {
        var queue = options().Queue;
        if (http.RequestAborted.IsCancellationRequested) return StatusCode.Cancelled;
        var (status, detail, pushback) = refusal switch
        {
            RentRefusal.QueueFull => (StatusCode.Unavailable, $"genie relay: no worker is free and {queue.Size} calls wait already (queue.size)", queue.RetryPushback),
            RentRefusal.WaitedTooLong => (StatusCode.Unavailable, $"genie relay: no worker was free for {queue.Timeout.TotalSeconds} s (queue.timeout)", queue.RetryPushback),
            _ => (StatusCode.DeadlineExceeded, "genie relay: the deadline passed before a worker was free", (TimeSpan?)null),
        };
        var method = http.Request.Path.Value;
        RelayLog.Refused(log, method, detail);
        GrpcErrors.Write(http, status, detail, pushback);
        return status;
    }

    // The status that grpc-go's server has for it.
    private void RefuseMetadata(HttpContext http, string fault)
    {
        var (method, detail) = (http.Request.Path.Value, $"genie relay: {fault}");
        RelayLog.Refused(log, method, detail);
        GrpcErrors.Write(http, StatusCode.Internal, detail, pushback: null);
        metrics.CountRequest(StatusCode.Internal, TimeSpan.Zero);
    }

    private StatusCode Conclude(HttpContext http, RelayCall call, CallEnd end)
    {
        if (end.Detail is null)
        {
            RestoreStatus(http, call, end);
            return end.Status;
        }

        var method = http.Request.Path.Value;
        var detail = end.IsRefused ? $"genie relay: {end.Detail}" : $"genie relay: {call.Worker!.Name} {end.Detail}";
        if (end.IsRefused) RelayLog.Refused(log, method, detail);
        else RelayLog.CallFailed(log, method, GrpcStatusNames.Of(end.Status), detail);
        GrpcErrors.Write(http, end.Status, detail, pushback: null);
        return end.Status;
    }

    /// <summary>
    /// Where a worker has answered by a status alone, and what followed failed, the rest of the request say, the forwarder has put an error of HTTP's in the status' place.
    /// </summary>
    private static void RestoreStatus(HttpContext http, RelayCall call, CallEnd end)
    {
        if (http.Response.HasStarted || http.Features.Get<IForwarderErrorFeature>() is null || http.RequestAborted.IsCancellationRequested) return;
        GrpcErrors.Write(http, end.Status, call.StatusMessage, pushback: null);
    }

    // Source: OpenTelemetry's semantic conventions for RPC.
    private static void Describe(Activity activity, HttpContext http, RelayCall call, StatusCode status)
    {
        activity.DisplayName = http.Request.Path.Value![1..];
        activity.SetTag("rpc.system", "grpc");
        activity.SetTag("rpc.grpc.status_code", (int)status);
        activity.SetTag("genie.relay.worker", call.Worker?.Name);
    }
}
