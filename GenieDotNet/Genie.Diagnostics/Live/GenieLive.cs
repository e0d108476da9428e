using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Diagnostics.Live;

/// <summary>Serves the live page: a map of events, regions and decisions, and rows of systems as they run.</summary>
public static class GenieLive
{
    /// <summary>Where the page's events come from, beside the page.</summary>
    public const string EventsPath = "/live/events";

    // One file that loads nothing: whatever a name contains, nothing of it is run or fetched.
    private const string Policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:";

    private static readonly Lazy<byte[]> Page = new(ReadPage);

    /// <summary>Maps the page at a path, and its events at <see cref="EventsPath"/>.</summary>
    /// <param name="endpoints">The host's end points.</param>
    /// <param name="feed">What is shown.</param>
    /// <param name="path">The page's path.</param>
    /// <returns>Takes conventions for both, such as authorization.</returns>
    public static IEndpointConventionBuilder MapGenieLive(this IEndpointRouteBuilder endpoints, LiveFeed feed, string path = "/")
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        ArgumentNullException.ThrowIfNull(feed);
        var stopping = endpoints.ServiceProvider.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping;
        var group = endpoints.MapGroup("");
        group.MapGet(path, http =>
        {
            http.Response.ContentType = "text/html; charset=utf-8";
            http.Response.Headers.ContentSecurityPolicy = Policy;
            return http.Response.Body.WriteAsync(Page.Value, http.RequestAborted).AsTask();
        });
        group.MapGet(EventsPath, http => TypedResults.ServerSentEvents(WatchAsync(feed, http.Response, stopping, http.RequestAborted)).ExecuteAsync(http));
        return group;
    }

    private static async IAsyncEnumerable<SseItem<string>> WatchAsync(
        LiveFeed feed, HttpResponse response, CancellationToken stopping, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(stopping, cancellationToken);
        await using var items = feed.WatchAsync(ending.Token).GetAsyncEnumerator(CancellationToken.None);
        var next = NextAsync(items);

        // Nothing may happen for long: that it is watching, a page learns at once, and from then on it misses nothing.
        await response.Body.FlushAsync(CancellationToken.None).ConfigureAwait(false);
        while (await next.ConfigureAwait(false))
        {
            yield return items.Current;
            next = NextAsync(items);
        }
    }

    private static async Task<bool> NextAsync(IAsyncEnumerator<SseItem<string>> items)
    {
        try
        {
            return await items.MoveNextAsync().ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // The page was closed, or the host stops: a graceful end.
            return false;
        }
    }

    private static byte[] ReadPage()
    {
        using var resource = typeof(GenieLive).Assembly.GetManifestResourceStream("live.html")!;
        using var bytes = new MemoryStream();
        resource.CopyTo(bytes);
        return bytes.ToArray();
    }
}
