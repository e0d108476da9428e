using Microsoft.AspNetCore.Routing;

namespace Genie.Diagnostics.Live;

/// <summary>Serves the live page alone, to this machine only, for programs that are no web hosts.</summary>
public sealed class LivePageServer : IAsyncDisposable
{
    private readonly PageServer _server;

    private LivePageServer(PageServer server) => _server = server;

    /// <summary>The page's address.</summary>
    public Uri Address => _server.Address;

    /// <summary>Listens on 127.0.0.1.</summary>
    /// <param name="feed">What is shown.</param>
    /// <param name="port">The port; 0 for a free one.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="IOException">The port is taken.</exception>
    public static Task<LivePageServer> StartAsync(LiveFeed feed, int port, CancellationToken cancellationToken) => StartAsync(feed, port, static _ => { }, cancellationToken);

    /// <summary>Listens on 127.0.0.1, with further end points of the program beside the page.</summary>
    /// <param name="feed">What is shown.</param>
    /// <param name="port">The port; 0 for a free one.</param>
    /// <param name="map">Adds the end points; they answer who asked for <c>localhost</c> or an address only, as the page does.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="IOException">The port is taken.</exception>
    public static async Task<LivePageServer> StartAsync(LiveFeed feed, int port, Action<IEndpointRouteBuilder> map, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(map);
        return new LivePageServer(await PageServer.StartAsync($"http://127.0.0.1:{port}", MapAll, cancellationToken).ConfigureAwait(false));

        void MapAll(RouteGroupBuilder pages, CancellationToken stopping)
        {
            pages.MapGenieLive(feed);
            map(pages);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
