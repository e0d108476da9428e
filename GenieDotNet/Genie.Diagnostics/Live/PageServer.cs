using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Diagnostics.Live;

/// <summary>A web host for the page of a program that is no web host, with no settings but its URL: no file or variable of the folder it happens to run in has a say.</summary>
public sealed class PageServer : IAsyncDisposable
{
    // Pages that are open end at once; the program must not seem to hang.
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(2);

    private readonly WebApplication _host;
    private readonly CancellationTokenSource _stopping = new();

    private PageServer(WebApplication host) => _host = host;

    /// <summary>Where it listens.</summary>
    public Uri Address => new(_host.Urls.First());

    /// <summary>Listens.</summary>
    /// <param name="url">Where. On a loopback address it answers only who asked for that.</param>
    /// <param name="map">Adds the end points; its token fires when the host stops, which streams of events must heed.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="IOException">The address is taken.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">It is none of this machine's, or this user may not listen there.</exception>
    public static async Task<PageServer> StartAsync(string url, Action<RouteGroupBuilder, CancellationToken> map, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(map);
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls(url);
        builder.Services.AddLogging().AddRouting();
        builder.Services.AddSingleton<IHostLifetime, CallersLifetime>();
        builder.Services.Configure<HostOptions>(static options => options.ShutdownTimeout = ShutdownTimeout);
        var server = new PageServer(builder.Build());
        try
        {
            map(server._host.MapGroup("").RequireLoopbackHost(url), server._stopping.Token);
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
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _host.StopAsync(CancellationToken.None).ConfigureAwait(false);
        await _host.DisposeAsync().ConfigureAwait(false);
        _stopping.Dispose();
    }
}
