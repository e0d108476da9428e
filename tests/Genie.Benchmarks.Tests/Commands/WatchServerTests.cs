using System.Net;
using System.Net.ServerSentEvents;
using Genie.Benchmarks.Commands.Watch;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Tests.Reporting;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class WatchServerTests : IAsyncLifetime, IDisposable
{
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(60);
    private readonly string _folder = Directory.CreateTempSubdirectory("genie-watch-").FullName;
    private readonly HttpClient _http = new();
    private WatchServer _server = null!;

    private string ResultsPath => Path.Combine(_folder, "results.json");

    public async Task InitializeAsync()
    {
        _server = await WatchServer.StartAsync(ResultsPath, "http://127.0.0.1:0", CancellationToken.None);
        _http.BaseAddress = _server.Address;
    }

    public async Task DisposeAsync()
    {
        await _server.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    public void Dispose() => _http.Dispose();

    [Fact]
    public async Task The_page_follows_the_file()
    {
        using var ended = new CancellationTokenSource(Bound);
        Assert.Contains("Nothing is measured yet", await PageAsync(ended.Token), StringComparison.Ordinal);
        using var absent = await _http.GetAsync(new Uri("results.json", UriKind.Relative), ended.Token);
        Assert.Equal(HttpStatusCode.NotFound, absent.StatusCode);
        await using var stream = await _http.GetStreamAsync(new Uri("changes", UriKind.Relative), ended.Token);
        await using var events = SseParser.Create(stream).EnumerateAsync(ended.Token).GetAsyncEnumerator(ended.Token);
        Assert.Equal("watching", await NextAsync(events));

        var all = SampleResults.Create();
        await ResultsFile.WriteAsync(ResultsPath, all with { Partial = true, Runs = [all.Runs[2]] }, ended.Token);
        Assert.Equal("changed", await NextAsync(events));
        var page = await PageAsync(ended.Token);
        Assert.Contains("Under way", page, StringComparison.Ordinal);
        Assert.Contains("nats (wire)", page, StringComparison.Ordinal);
        Assert.DoesNotContain("rabbitmq (official)", page, StringComparison.Ordinal);

        await ResultsFile.WriteAsync(ResultsPath, all, ended.Token);
        Assert.Equal("changed", await NextAsync(events));
        page = await PageAsync(ended.Token);
        Assert.DoesNotContain("Under way", page, StringComparison.Ordinal);
        Assert.Contains("rabbitmq (official)", page, StringComparison.Ordinal);
        Assert.Contains("connect-src &#39;self&#39;", page, StringComparison.Ordinal);
        Assert.StartsWith("{", await _http.GetStringAsync(new Uri("results.json", UriKind.Relative), ended.Token), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_holds_no_results_is_a_notice()
    {
        await File.WriteAllTextAsync(ResultsPath, "<half", CancellationToken.None);
        var page = await PageAsync(CancellationToken.None);
        Assert.Contains("The results cannot be read", page, StringComparison.Ordinal);
        Assert.DoesNotContain("<half", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_ends_while_a_page_is_open()
    {
        var server = await WatchServer.StartAsync(ResultsPath, "http://127.0.0.1:0", CancellationToken.None);
        await using var stream = await _http.GetStreamAsync(new Uri(server.Address, "changes"), CancellationToken.None);
        await server.DisposeAsync().AsTask().WaitAsync(Bound, CancellationToken.None);
    }

    private Task<string> PageAsync(CancellationToken cancellationToken) => _http.GetStringAsync(new Uri("", UriKind.Relative), cancellationToken);

    private static async Task<string> NextAsync(IAsyncEnumerator<SseItem<string>> events) => await events.MoveNextAsync() ? events.Current.EventType : "";
}
