using System.Globalization;
using System.Text;
using Grpc.Core;
using Microsoft.AspNetCore.Http;

namespace Genie.Relay.Proxying;

/// <summary>Answers a call with an error of the relay's own.</summary>
internal static class GrpcErrors
{
    private const string StatusName = "grpc-status";
    private const string MessageName = "grpc-message";
    private const string PushbackName = "grpc-retry-pushback-ms";

    /// <summary>Writes it: as the whole answer (Trailers-Only), or as trailers where the worker's answer has begun.</summary>
    /// <param name="http">The call.</param>
    /// <param name="status">The status.</param>
    /// <param name="detail">Why, in words.</param>
    /// <param name="pushback">When to try again (gRFC A6), or null.</param>
    public static void Write(HttpContext http, StatusCode status, string detail, TimeSpan? pushback)
    {
        var response = http.Response;
        if (response.HasStarted)
        {
            if (!response.SupportsTrailers()) return;
            response.AppendTrailer(StatusName, GrpcStatusNames.NumberOf(status));
            response.AppendTrailer(MessageName, PercentEncode(detail));
            return;
        }

        response.Clear();
        response.StatusCode = StatusCodes.Status200OK;
        response.ContentType = "application/grpc";
        response.Headers[StatusName] = GrpcStatusNames.NumberOf(status);
        response.Headers[MessageName] = PercentEncode(detail);
        if (pushback is { } time) response.Headers[PushbackName] = ((long)time.TotalMilliseconds).ToString(CultureInfo.InvariantCulture);
    }

    // Source: gRPC over HTTP2, "Status-Message": printable ASCII but the percent sign goes as it is.
    private static string PercentEncode(string text)
    {
        var encoded = new StringBuilder(text.Length);
        foreach (var each in Encoding.UTF8.GetBytes(text))
        {
            if (each is >= 0x20 and <= 0x7e and not (byte)'%') encoded.Append((char)each);
            else encoded.Append(CultureInfo.InvariantCulture, $"%{each:X2}");
        }

        return encoded.ToString();
    }
}
