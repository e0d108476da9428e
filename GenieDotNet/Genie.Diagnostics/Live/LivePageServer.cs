using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Diagnostics.Live;

/// <summary>Serves the live page alone, to this machine only, for programs that are no web hosts.</summary>
public sealed class LivePageServer : IAsyncDisposable
{
    // Pages that are open end at once; the program must not seem to hang.
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(2);

    private readonly WebApplication _host;

    private LivePageServer(WebApplication host) => _host = host;

    /// <summary>The page's address.</summary>
    public Uri Address => new(_host.Urls.First());

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

        // Empty: no settings file or variable of the folder it happens to run in has a say.
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls($"http://127.0.0.1:{port}");
        builder.Services.AddLogging().AddRouting();
        builder.Services.AddSingleton<IHostLifetime, CallersLifetime>();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = ShutdownTimeout);
        var server = new LivePageServer(builder.Build());
        try
        {
            server._host.MapGenieLive(feed).RequireLoopbackHost();
            map(server._host.MapGroup("").RequireLoopbackHost());
            await server._host.StartAsync(cancellationToken).ConfigureAwait(false);
            return server;
        }
        catch
        {
            await server.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _host.StopAsync(CancellationToken.None).ConfigureAwait(false);
        await _host.DisposeAsync().ConfigureAwait(false);
    }
}
