using GameLicenseExample.Features.Decisions;
using Genie.EventStore;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace GameLicenseExample.Features.Serving;

/// <summary>The features by HTTP with JSON, and a page that shows them. For this machine only: there is no log-in.</summary>
internal static class FeatureEndpoints
{
    /// <summary>Where the page is, and below it everything else.</summary>
    public const string Root = "/features";

    // One file that loads nothing: whatever a name contains, nothing of it is run or fetched.
    private const string Policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:";

    private static readonly Lazy<byte[]> Page = new(ReadPage);

    /// <summary>Maps them.</summary>
    public static void Map(IEndpointRouteBuilder endpoints, GameFeatures features)
    {
        var group = endpoints.MapGroup(Root);
        group.AddEndpointFilter(RefuseInWordsAsync);
        group.MapGet("", (HttpContext http) =>
        {
            http.Response.Headers.ContentSecurityPolicy = Policy;
            return TypedResults.Bytes(Page.Value, "text/html; charset=utf-8");
        });
        group.MapGet("/state", async (CancellationToken cancellationToken) => await FeatureView.ReadAsync(features, cancellationToken).ConfigureAwait(false));
        MoneyEndpoints.Map(group, features);
        TableEndpoints.Map(group, features);
        PlaceEndpoints.Map(group, features);
        KycEndpoints.Map(group, features);
    }

    private static async ValueTask<object?> RefuseInWordsAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        try
        {
            return await next(context).ConfigureAwait(false);
        }
        catch (FeatureRefusedException error)
        {
            return TypedResults.Json(new { error.Message }, statusCode: StatusCodes.Status409Conflict);
        }
        catch (EventStoreException error)
        {
            return TypedResults.Json(new { error.Message }, statusCode: StatusCodes.Status503ServiceUnavailable);
        }
    }

    private static byte[] ReadPage()
    {
        using var resource = typeof(FeatureEndpoints).Assembly.GetManifestResourceStream("features.html")!;
        using var bytes = new MemoryStream();
        resource.CopyTo(bytes);
        return bytes.ToArray();
    }
}
