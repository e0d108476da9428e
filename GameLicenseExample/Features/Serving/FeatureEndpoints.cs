using GameLicenseExample.Features.Decisions;
using Genie.EventStore;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;

namespace GameLicenseExample.Features.Serving;

/// <summary>The features by HTTP with JSON, for who has the key (<see cref="FeatureKey"/>), and a page that shows them.</summary>
internal static class FeatureEndpoints
{
    /// <summary>Where the page is, and below it everything else.</summary>
    public const string Root = "/features";

    private const int RequestNameMax = 100;

    /// <summary>Maps them.</summary>
    public static void Map(IEndpointRouteBuilder endpoints, GameFeatures features, FeatureKey key)
    {
        var group = endpoints.MapGroup(Root);
        BadRequests.HaveThemThrown(endpoints.ServiceProvider);
        FeaturePage.Map(group);
        var guarded = group.MapGroup("");
        Guard(guarded, key);
        guarded.AddEndpointFilter(RefuseInWordsAsync).AddEndpointFilter(CheckNameAsync);
        guarded.MapGet("/state", async (CancellationToken cancellationToken) => await FeatureView.ReadAsync(features, cancellationToken).ConfigureAwait(false));
        MoneyEndpoints.Map(guarded, features);
        TableEndpoints.Map(guarded, features);
        PlaceEndpoints.Map(guarded, features);
        KycEndpoints.Map(guarded, features);
    }

    // Around the whole end point, not as one of its filters: of who has no key not even the body is read.
    private static void Guard(IEndpointConventionBuilder guarded, FeatureKey key) => guarded.Finally(endpoint =>
    {
        // By this alone routing would refuse a body of another type, with no words, before anybody looks at the key.
        foreach (var each in endpoint.Metadata.OfType<IAcceptsMetadata>().ToList()) endpoint.Metadata.Remove(each);
        var answer = endpoint.RequestDelegate!;
        endpoint.RequestDelegate = http => key.IsIn(http.Request) ? BadRequests.InWordsAsync(answer, http) : RefuseStrangerAsync(http);
    });

    private static Task RefuseStrangerAsync(HttpContext http)
    {
        http.Response.StatusCode = StatusCodes.Status401Unauthorized;
        http.Response.Headers.WWWAuthenticate = "Bearer";
        return http.Response.WriteAsJsonAsync(new Refusal("The server's key is needed: open the address that it printed when it started."), http.RequestAborted);
    }

    private static async ValueTask<object?> RefuseInWordsAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        try
        {
            return await next(context).ConfigureAwait(false);
        }
        catch (FeatureRefusedException error)
        {
            return TypedResults.Json(new Refusal(error.Message), statusCode: StatusCodes.Status409Conflict);
        }
        catch (EventStoreException error)
        {
            return TypedResults.Json(new Refusal(error.Message), statusCode: StatusCodes.Status503ServiceUnavailable);
        }
    }

    // Without a name, all such requests would be one.
    private static ValueTask<object?> CheckNameAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        if (context.Arguments.OfType<INamedRequest>().Any(static each => string.IsNullOrWhiteSpace(each.Request) || each.Request.Length > RequestNameMax))
            throw new FeatureRefusedException($"A request needs a name of 1 to {RequestNameMax} characters ('request'), the same when it is sent again.");
        return next(context);
    }

    /// <summary>Why something was not done, in words for who asked.</summary>
    internal sealed record Refusal(string Message);
}
