using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace GameLicenseExample.Features.Serving;

/// <summary>The page that shows the features, with its style and its scripts: files in the assembly. They have nothing secret in them.</summary>
internal static class FeaturePage
{
    // It loads its own files only, and no other site may frame it: whatever a name contains, nothing of it is run or fetched.
    private const string Policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /// <summary>Maps them.</summary>
    public static void Map(IEndpointRouteBuilder endpoints)
    {
        MapFile(endpoints, "", "features.html", "text/html");
        MapFile(endpoints, "/features.css", "features.css", "text/css");
        MapFile(endpoints, "/features.js", "features.js", "text/javascript");
        MapFile(endpoints, "/forms.js", "forms.js", "text/javascript");
    }

    private static void MapFile(IEndpointRouteBuilder endpoints, string path, string name, string type)
    {
        var content = Read(name);
        endpoints.MapGet(path, (HttpContext http) =>
        {
            http.Response.Headers.ContentSecurityPolicy = Policy;
            http.Response.Headers.XContentTypeOptions = "nosniff";
            http.Response.Headers.CacheControl = "no-cache";
            return TypedResults.Bytes(content, $"{type}; charset=utf-8");
        });
    }

    private static byte[] Read(string name)
    {
        using var resource = typeof(FeaturePage).Assembly.GetManifestResourceStream(name)!;
        using var bytes = new MemoryStream();
        resource.CopyTo(bytes);
        return bytes.ToArray();
    }
}
