using System.Net.Sockets;
using Genie.Diagnostics;
using Genie.Diagnostics.Live;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Benchmarks.Commands;

/// <summary>A web host for the page of a command, with no settings but its URL: no file or variable of the folder it happens to run in has a say.</summary>
internal sealed class PageHost : IAsyncDisposable
{
    // Pages that are open end at once; the program must not seem to hang.
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(2);

    private readonly WebApplication _host;
    private readonly CancellationTokenSource _stopping = new();

    private PageHost(WebApplication host) => _host = host;

    /// <summary>Where it listens.</summary>
    public string Address => _host.Urls.First();

    /// <summary>Checks what was given as <c>--url</c>.</summary>
    /// <param name="url">That.</param>
    /// <param name="example">One that is right.</param>
    /// <exception cref="BadArgumentException">It is no URL of HTTP.</exception>
    public static void CheckUrl(string url, string example)
    {
        if (!Uri.TryCreate(url, UriKind.Absolute, out var address) || address.Scheme != Uri.UriSchemeHttp) throw new BadArgumentException($"'{url}' is no URL as {example}.");
    }

    /// <summary>Listens.</summary>
    /// <param name="url">Where. On a loopback address it answers only who asked for that.</param>
    /// <param name="map">Adds the end points; its token fires when the host stops, which streams of events must heed.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="IOException">The address is taken.</exception>
    /// <exception cref="BadArgumentException">It is none of this machine's, or this user may not listen there.</exception>
    public static async Task<PageHost> StartAsync(string url, Action<RouteGroupBuilder, CancellationToken> map, CancellationToken cancellationToken)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls(url);
        builder.Services.AddLogging().AddRouting();
        builder.Services.AddSingleton<IHostLifetime, CallersLifetime>();
        builder.Services.Configure<HostOptions>(static options => options.ShutdownTimeout = ShutdownTimeout);
        var host = new PageHost(builder.Build());
        try
        {
            map(host._host.MapGroup("").RequireLoopbackHost(url), host._stopping.Token);
            await host._host.StartAsync(cancellationToken).ConfigureAwait(false);
            return host;
        }
        catch (SocketException error)
        {
            await host.DisposeAsync().ConfigureAwait(false);
            throw new BadArgumentException($"'{url}' cannot be listened on: {error.Message}. An address of this machine is wanted.", error);
        }
        catch
        {
            await host.DisposeAsync().ConfigureAwait(false);
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
