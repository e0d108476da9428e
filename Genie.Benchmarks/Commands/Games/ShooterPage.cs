using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Games.Shooter;
using Genie.Diagnostics.Live;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Genie.Benchmarks.Commands.Games;

/// <summary>The page of a game: what a viewer sees, who owns which zone, and buttons that kill servers.</summary>
internal static class ShooterPage
{
    /// <summary>Other sites cannot send a header of this name without being asked first whether they may (Fetch standard, CORS-preflight), and are not answered.</summary>
    public const string ActionHeader = "Genie-Action";

    private const int FramesPerStatus = 10;
    private static readonly TimeSpan FrameInterval = TimeSpan.FromMilliseconds(50);

    /// <summary>Serves it.</summary>
    /// <exception cref="IOException">The address is taken.</exception>
    public static Task<PageServer> StartAsync(ShooterGame game, string url, CancellationToken cancellationToken) => PageUrl.ServeAsync(url, (pages, stopping) => Map(pages, game, stopping), cancellationToken);

    private static void Map(RouteGroupBuilder pages, ShooterGame game, CancellationToken stopping)
    {
        pages.MapEmbeddedPage("shooter.", "page.html");
        pages.MapGet("/events", http => TypedResults.ServerSentEvents(WatchAsync(game, stopping, http.RequestAborted)).ExecuteAsync(http));
        pages.MapPost("/servers/{name}/kill", http => KillAsync(game, http));
    }

    private static async Task KillAsync(ShooterGame game, HttpContext http)
    {
        var isAsked = http.Request.Headers.ContainsKey(ActionHeader);
        var isKilled = isAsked && await game.KillAsync((string)http.Request.RouteValues["name"]!).ConfigureAwait(false) is not null;
        http.Response.StatusCode = (isAsked, isKilled) switch
        {
            (false, _) => StatusCodes.Status403Forbidden,
            (true, true) => StatusCodes.Status204NoContent,
            (true, false) => StatusCodes.Status409Conflict,
        };
    }

    private static async IAsyncEnumerable<SseItem<string>> WatchAsync(ShooterGame game, CancellationToken stopping, [EnumeratorCancellation] CancellationToken aborted)
    {
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(aborted, stopping);
        for (var i = 0; !ended.IsCancellationRequested; i++)
        {
            if (i % FramesPerStatus == 0) yield return new SseItem<string>(JsonSerializer.Serialize(await game.GetStatusAsync(CancellationToken.None).ConfigureAwait(false), ShooterPageJsonContext.Default.ShooterStatus), "status");
            yield return new SseItem<string>(JsonSerializer.Serialize(game.See(), ShooterPageJsonContext.Default.ShooterFrame), "frame");
            await Task.Delay(FrameInterval, ended.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}

/// <summary>What the page reads.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ShooterFrame))]
[JsonSerializable(typeof(ShooterStatus))]
internal sealed partial class ShooterPageJsonContext : JsonSerializerContext;
