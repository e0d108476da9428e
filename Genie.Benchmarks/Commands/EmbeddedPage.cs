using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;

namespace Genie.Benchmarks.Commands;

/// <summary>A page whose files are resources of this assembly.</summary>
internal static class EmbeddedPage
{
    // Its own files and services alone: whatever a name contains, nothing of it is run or fetched, and no other site shows the page in a frame.
    private const string Policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /// <summary>Maps the page at a group's path, and its other files beside it.</summary>
    /// <param name="group">The group.</param>
    /// <param name="prefix">What its resources' names begin with, such as <c>genius.</c>; the rest is the file's name.</param>
    /// <param name="document">The file that is the page.</param>
    public static void MapEmbeddedPage(this RouteGroupBuilder group, string prefix, string document)
    {
        foreach (var resource in typeof(EmbeddedPage).Assembly.GetManifestResourceNames().Where(each => each.StartsWith(prefix, StringComparison.Ordinal)))
        {
            var name = resource[prefix.Length..];
            Map(group, name == document ? "" : name, Path.GetExtension(name), Read(resource));
        }
    }

    private static void Map(RouteGroupBuilder group, string path, string extension, byte[] content)
    {
        var type = extension switch { ".css" => "text/css", ".js" => "text/javascript", _ => "text/html" };
        group.MapGet(path, http =>
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
        using var stream = typeof(EmbeddedPage).Assembly.GetManifestResourceStream(resource)!;
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }
}
