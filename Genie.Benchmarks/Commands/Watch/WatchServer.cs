using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Html;
using Genie.Diagnostics.Live;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Genie.Benchmarks.Commands.Watch;

/// <summary>Serves the report of a file, and tells its readers when the file has changed.</summary>
internal sealed class WatchServer : IAsyncDisposable
{
    private const string ResultsName = "results.json";
    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(0.5);

    private readonly string _file;
    private PageServer? _server;

    private WatchServer(string file) => _file = file;

    /// <summary>Where it listens.</summary>
    public Uri Address => _server!.Address;

    /// <summary>Listens.</summary>
    /// <exception cref="IOException">The address is taken.</exception>
    public static async Task<WatchServer> StartAsync(string file, string url, CancellationToken cancellationToken)
    {
        var server = new WatchServer(file);
        server._server = await PageUrl.ServeAsync(url, server.Map, cancellationToken).ConfigureAwait(false);
        return server;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _server!.DisposeAsync();

    private void Map(RouteGroupBuilder pages, CancellationToken stopping)
    {
        pages.MapGet("/", http => PageAsync(http));
        pages.MapGet($"/{ResultsName}", http => (File.Exists(_file) ? Results.File(_file, "application/json") : Results.NotFound()).ExecuteAsync(http));
        pages.MapGet("/changes", http => TypedResults.ServerSentEvents(ChangesAsync(stopping, http.RequestAborted)).ExecuteAsync(http));
    }

    private async Task PageAsync(HttpContext http)
    {
        http.Response.Headers.CacheControl = "no-store";
        await Results.Content(await CreatePageAsync(http.RequestAborted).ConfigureAwait(false), "text/html; charset=utf-8").ExecuteAsync(http).ConfigureAwait(false);
    }

    private async Task<string> CreatePageAsync(CancellationToken cancellationToken)
    {
        if (!File.Exists(_file)) return Notice("Nothing is measured yet", $"The page shows {_file} when 'genie bench' writes it.");
        try
        {
            return HtmlReport.Create(await ResultsFile.ReadAsync(_file, cancellationToken).ConfigureAwait(false), ResultsName, isLive: true);
        }
        catch (ResultsFileException error)
        {
            return Notice("The results cannot be read", error.Message);
        }
    }

    private static string Notice(string title, string text)
    {
        var page = new HtmlBuilder();
        HtmlPage.Begin(page, title, isLive: true);
        page.Add($"<h1>{title}</h1><p class=\"note\">{text}</p>");
        return HtmlPage.End(page, isLive: true);
    }

    // Polled: file events are lost on network file systems and in containers.
    private async IAsyncEnumerable<SseItem<string>> ChangesAsync(CancellationToken stopping, [EnumeratorCancellation] CancellationToken aborted)
    {
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(aborted, stopping);
        var seen = State();
        yield return new SseItem<string>("", "watching");
        while (!ended.IsCancellationRequested)
        {
            await Task.Delay(PollInterval, ended.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (State() is var now && now == seen) continue;
            seen = now;
            yield return new SseItem<string>("", "changed");
        }
    }

    private (bool Exists, DateTime Written, long Bytes) State()
    {
        var file = new FileInfo(_file);
        return file.Exists ? (true, file.LastWriteTimeUtc, file.Length) : default;
    }
}
