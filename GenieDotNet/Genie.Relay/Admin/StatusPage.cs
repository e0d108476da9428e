using Microsoft.AspNetCore.Http;

namespace Genie.Relay.Admin;

/// <summary>The page with workers, queue and latency.</summary>
internal static class StatusPage
{
    // One file that loads nothing.
    private const string Policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'";

    private static readonly Lazy<string> Page = new(Read);

    /// <summary>Writes it.</summary>
    public static Task WriteAsync(HttpContext http)
    {
        http.Response.ContentType = "text/html; charset=utf-8";
        http.Response.Headers.ContentSecurityPolicy = Policy;
        return http.Response.WriteAsync(Page.Value, http.RequestAborted);
    }

    private static string Read()
    {
        using var reader = new StreamReader(typeof(StatusPage).Assembly.GetManifestResourceStream("status.html")!);
        return reader.ReadToEnd();
    }
}
