using System.Diagnostics;
using System.Globalization;
using System.Text;
using Genie.Brokers;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>Answers the paths that make requests.</summary>
internal sealed class ServeEndpoints(ServeTelemetry telemetry, LiveRequests live)
{
    /// <summary>The methods that all paths take: load generators use the first, strict users the second.</summary>
    public static readonly string[] Methods = [HttpMethods.Get, HttpMethods.Post];

    private const string RetryAfterSeconds = "1";

    /// <summary>Maps a path.</summary>
    public void Map(IEndpointRouteBuilder endpoints, ServedPath path) =>
        endpoints.MapMethods(path.Path, Methods, http => ServeAsync(http, path));

    private async Task ServeAsync(HttpContext http, ServedPath path)
    {
        var start = Stopwatch.GetTimestamp();
        RequestSlot? slot;
        try
        {
            slot = await path.Admission.TakeAsync(http.RequestAborted).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // It waited no longer, and is not there to be answered.
            return;
        }

        var (status, error) = slot is null ? (StatusCodes.Status503ServiceUnavailable, "Too many requests wait. Send this one again later, or fewer at once.") : await SendAsync(path, slot).ConfigureAwait(false);
        var elapsed = Stopwatch.GetElapsedTime(start);
        telemetry.Count(path, status, elapsed);
        await (error is null ? AnswerAsync(http, status, elapsed) : RefuseAsync(http, status, error)).ConfigureAwait(false);
    }

    private async ValueTask<(int Status, string? Error)> SendAsync(ServedPath path, RequestSlot slot)
    {
        try
        {
            var (status, error) = await TrySendAsync(path, slot).ConfigureAwait(false);
            live.Show(path, slot, error);
            return (status, error);
        }
        finally
        {
            path.Admission.Return(slot);
        }
    }

    private static async ValueTask<(int Status, string? Error)> TrySendAsync(ServedPath path, RequestSlot slot)
    {
        try
        {
            await slot.SendAsync().ConfigureAwait(false);
            return (path.Mode == ServedPath.FireMode ? StatusCodes.Status202Accepted : StatusCodes.Status200OK, null);
        }
        catch (RequestTimeoutException error)
        {
            return (StatusCodes.Status504GatewayTimeout, error.Message);
        }
        catch (BrokerException error)
        {
            return (error.IsTransient ? StatusCodes.Status503ServiceUnavailable : StatusCodes.Status502BadGateway, error.Message);
        }
        catch (ObjectDisposedException)
        {
            return (StatusCodes.Status503ServiceUnavailable, "The server is stopping.");
        }
    }

    private static Task AnswerAsync(HttpContext http, int status, TimeSpan elapsed)
    {
        http.Response.StatusCode = status;
        http.Response.ContentType = "application/json";
        var body = Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{{\"elapsedMicroseconds\":{elapsed.TotalMicroseconds:F1}}}"));
        http.Response.ContentLength = body.Length;
        return http.Response.Body.WriteAsync(body).AsTask();
    }

    private static Task RefuseAsync(HttpContext http, int status, string error)
    {
        http.Response.StatusCode = status;
        if (status == StatusCodes.Status503ServiceUnavailable) http.Response.Headers.RetryAfter = RetryAfterSeconds;
        return Results.Problem(error, statusCode: status).ExecuteAsync(http);
    }
}
