using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace GameLicenseExample.Features.Serving;

/// <summary>Says in words what is wrong with a request that cannot be read; ASP.NET Core answers such a one with a status alone.</summary>
internal static partial class BadRequests
{
    /// <summary>Has what is wrong thrown, not only answered with its status.</summary>
    public static void HaveThemThrown(IServiceProvider services) => services.GetRequiredService<IOptions<RouteHandlerOptions>>().Value.ThrowOnBadRequest = true;

    /// <summary>Answers a request, or says what is wrong with it.</summary>
    public static async Task InWordsAsync(RequestDelegate answer, HttpContext http)
    {
        try
        {
            await answer(http).ConfigureAwait(false);
        }
        catch (BadHttpRequestException error) when (!http.Response.HasStarted)
        {
            http.Response.StatusCode = error.StatusCode;
            await http.Response.WriteAsJsonAsync(new FeatureEndpoints.Refusal(WordsOf(error)), http.RequestAborted).ConfigureAwait(false);
        }
    }

    private static string WordsOf(BadHttpRequestException error) => error switch
    {
        { InnerException: JsonException { Path.Length: > 2 } json } => $"'{json.Path[2..]}' cannot be read: numbers stand without quotes, credits and counts are whole numbers of at most 18 digits, and texts stand in quotes.",
        { InnerException: JsonException } => "The request's body is no JSON object: check its quotes, commas and brackets.",
        { StatusCode: StatusCodes.Status415UnsupportedMediaType } => "The request's body must be JSON, with the header Content-Type: application/json.",
        { StatusCode: StatusCodes.Status413PayloadTooLarge } => "The request's body is too large.",
        _ => ParameterName().Match(error.Message) is { Success: true, Groups: [_, var name] }
            ? name.Value == "body" ? "The request needs a body of JSON, with the header Content-Type: application/json." : $"'{name.Value}' is missing in the address, or is not of the kind that belongs there (?{name.Value}=...)."
            : "The request cannot be read.",
    };

    // As in: Required parameter "double latitude" was not provided from query string.
    [GeneratedRegex("\"(?:[^\"]* )?([A-Za-z]+)\"")]
    private static partial Regex ParameterName();
}
