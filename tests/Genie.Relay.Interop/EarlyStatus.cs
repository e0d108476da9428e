using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Genie.Relay.Interop;

/// <summary>A method that ends with a status before its request has ended, and wants no more of that.</summary>
public static class EarlyStatus
{
    /// <summary>The service.</summary>
    public const string Service = "genie.relay.Early";

    /// <summary>The method.</summary>
    public const string Method = "Refuse";

    /// <summary>The status' message.</summary>
    public const string Message = "not now";

    // FAILED_PRECONDITION (gRPC, status codes).
    private const string Status = "9";

    // NO_ERROR: what a server that wants no more of a request resets it with (RFC 9113, 8.1).
    private const int NoError = 0;

    /// <summary>Where it is asked for.</summary>
    public static string Path => $"/{Service}/{Method}";

    /// <summary>Answers.</summary>
    public static async Task AnswerAsync(HttpContext http)
    {
        ArgumentNullException.ThrowIfNull(http);
        http.Response.ContentType = "application/grpc";
        (http.Response.Headers["grpc-status"], http.Response.Headers["grpc-message"]) = (Status, Message);
        await http.Response.CompleteAsync().ConfigureAwait(false);
        http.Features.GetRequiredFeature<IHttpResetFeature>().Reset(NoError);
    }
}
