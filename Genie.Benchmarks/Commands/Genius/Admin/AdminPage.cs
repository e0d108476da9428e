using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;

namespace Genie.Benchmarks.Commands.Genius.Admin;

/// <summary>
/// The page to look after a server by: rules, fences, facts, deliveries, backfills, keys. It holds nothing itself; what it shows it asks the services for by HTTP
/// with JSON, with the API key that its user enters.
/// </summary>
internal static class AdminPage
{
    /// <summary>Where it is.</summary>
    public const string Path = "/admin";

    // Its own files and services alone: whatever a name contains, nothing of it is run or fetched, and no other site shows the page in a frame.
    private const string Policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private const string ResourcePrefix = "genius.";
    private const string Document = "admin.html";

    /// <summary>Maps the page and its files, on the end point of HTTP with JSON alone.</summary>
    public static void MapAdminPage(this IEndpointRouteBuilder endpoints)
    {
        var group = endpoints.MapGroup(Path);
        foreach (var resource in typeof(AdminPage).Assembly.GetManifestResourceNames().Where(static each => each.StartsWith(ResourcePrefix, StringComparison.Ordinal))) Map(group, resource);
        group.RequireJsonListener();
    }

    private static void Map(RouteGroupBuilder group, string resource)
    {
        var (name, content) = (resource[ResourcePrefix.Length..], Read(resource));
        var type = System.IO.Path.GetExtension(name) switch { ".css" => "text/css", ".js" => "text/javascript", _ => "text/html" };
        group.MapGet(name == Document ? "" : name, http =>
        {
            http.Response.ContentType = $"{type}; charset=utf-8";
            http.Response.Headers.ContentSecurityPolicy = Policy;
            http.Response.Headers.XContentTypeOptions = "nosniff";
            http.Response.Headers["Referrer-Policy"] = "no-referrer";

            // Another version of the server has other files.
            http.Response.Headers.CacheControl = "no-cache";
            return http.Response.Body.WriteAsync(content, http.RequestAborted).AsTask();
        });
    }

    private static byte[] Read(string resource)
    {
        using var stream = typeof(AdminPage).Assembly.GetManifestResourceStream(resource)!;
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }
}
