using Genie.Relay.Workers;
using Microsoft.Extensions.Logging;

namespace Genie.Relay.Telemetry;

/// <summary>The relay's log: the life of workers, and calls that fail. A call that goes well logs nothing.</summary>
internal static partial class RelayLog
{
    [LoggerMessage(LogLevel.Information, "{Worker} was started as process {Process}, to listen at {Address}.")]
    public static partial void Started(ILogger log, Worker worker, int process, WorkerAddress address);

    [LoggerMessage(LogLevel.Debug, "{Worker} does not serve yet: {Why}.")]
    public static partial void NotServingYet(ILogger log, Worker worker, string why);

    [LoggerMessage(LogLevel.Warning, "{Worker} does not serve {Seconds:0} s after its start: {Why}.")]
    public static partial void StartsSlowly(ILogger log, Worker worker, double seconds, string why);

    [LoggerMessage(LogLevel.Information, "{Worker} serves, {Milliseconds:0} ms after its start.")]
    public static partial void Serving(ILogger log, Worker worker, double milliseconds);

    [LoggerMessage("{Worker}: {Line}")]
    public static partial void Printed(ILogger log, LogLevel level, string worker, string line);

    [LoggerMessage(LogLevel.Warning, "{Worker} gets no calls: {Why} (health check {Failures} of {FailuresMax}).")]
    public static partial void Suspended(ILogger log, Worker worker, string why, int failures, int failuresMax);

    [LoggerMessage(LogLevel.Warning, "{Worker} answers badly and gets no calls for a while (ejection number {Number}).")]
    public static partial void Ejected(ILogger log, Worker worker, int number);

    [LoggerMessage(LogLevel.Warning, "{Worker} cannot be connected to, or broke its connection off, and gets no calls until its next health check.")]
    public static partial void Disconnected(ILogger log, Worker worker);

    [LoggerMessage(LogLevel.Debug, "{Worker} has no metrics: {Why}")]
    public static partial void NoMetrics(ILogger log, Worker worker, string why);

    [LoggerMessage(LogLevel.Information, "{Worker} is to be replaced ({Reason}).")]
    public static partial void ToBeReplaced(ILogger log, Worker worker, string reason);

    [LoggerMessage(LogLevel.Warning, "{Worker} is ended: {Reason}.")]
    public static partial void Ending(ILogger log, Worker worker, string reason);

    [LoggerMessage(LogLevel.Information, "{Worker} ended with code {Code} ({Reason}).")]
    public static partial void Ended(ILogger log, Worker worker, int code, string reason);

    [LoggerMessage(LogLevel.Warning, "{Worker} ended with code {Code} ({Reason}); the next is started in {Milliseconds:0} ms.")]
    public static partial void EndedByItself(ILogger log, Worker worker, int code, string reason, double milliseconds);

    [LoggerMessage(LogLevel.Information, "{Count} workers are wanted instead of {Before}, as calls wait in the queue.")]
    public static partial void Scaled(ILogger log, int count, int before);

    [LoggerMessage(LogLevel.Warning, "Another program has port {Port}; the next one is taken.")]
    public static partial void PortTaken(ILogger log, int port);

    [LoggerMessage(LogLevel.Error, "{Error}")]
    public static partial void Failed(ILogger log, string error);

    [LoggerMessage(LogLevel.Information, "{Method}: {Detail}")]
    public static partial void Refused(ILogger log, string? method, string detail);

    [LoggerMessage(LogLevel.Warning, "{Method}: {Status}: {Detail}")]
    public static partial void CallFailed(ILogger log, string? method, string status, string detail);
}
