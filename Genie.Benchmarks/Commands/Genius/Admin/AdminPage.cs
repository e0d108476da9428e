using Genie.Benchmarks.Commands.Genius.Listening;
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

    /// <summary>Maps the page and its files, on the end point of HTTP with JSON alone.</summary>
    public static void MapAdminPage(this IEndpointRouteBuilder endpoints)
    {
        var group = endpoints.MapGroup(Path);
        group.MapEmbeddedPage("genius.", "admin.html");
        group.RequireListener(ListenerKind.Json);
    }
}
