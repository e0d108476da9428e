using System.Text;
using Genie.Relay.Configuration;
using Genie.Relay.Tests.Running;
using Genie.Testing.Grpc;
using Grpc.Net.Client;

namespace Genie.Relay.Tests.Proxying;

/// <summary>Metadata through the relay beside the same call straight to the worker. The relay has one worker, so that one client's metadata could end another one's call.</summary>
public sealed class MetadataTests(MetadataTests.OneWorker fixture) : IClassFixture<MetadataTests.OneWorker>
{
    private const int ClientFieldsKibibytesMax = 128;

    public static TheoryData<string> Cases => [.. Metadata.Keys];

    private static readonly Dictionary<string, string[][]> Metadata = new()
    {
        ["a key twice"] = [["head-x", "a"], ["head-x", "b"], ["tail-y", "c"], ["tail-y", "d"]],
        ["a key three times, others between"] = [["head-x", "a"], ["head-y", "1"], ["head-x", "b"], ["tail-z", "2"], ["head-x", "c, d"]],
        ["values with commas"] = [["head-x", "a, b"], ["tail-x", "a,b"]],
        ["two binary values"] = [["head-x-bin", "AAE="], ["head-x-bin", "//4="], ["tail-y-bin", "/w=="], ["tail-y-bin", "AA=="]],
        ["an empty value"] = [["head-x", ""], ["tail-y-bin", ""], ["head-x", "b"]],
        ["fifty keys"] = [.. Enumerable.Range(0, 50).Select(each => new[] { $"tail-{each}", $"{each}" })],
        ["a header of 7,000 bytes twice"] = [["tail-x", new string('x', 3_500)], ["tail-x", new string('y', 3_500)]],
        ["a header of 40,000 bytes"] = [["head-x", new string('x', 40_000)]],
    };

    [SkippableTheory]
    [MemberData(nameof(Cases))]
    public async Task Metadata_goes_through_as_it_goes_straight_and_others_calls_go_on(string name)
    {
        using var held = await fixture.Relay.HoldAsync();
        var straight = await CallAsync(fixture.Worker, Metadata[name]);
        var relayed = await CallAsync(fixture.Relay.Target, Metadata[name]);
        Assert.Equal(straight.Code, relayed.Code);
        Assert.Equal(Pairs(straight.Initial), Pairs(relayed.Initial));
        Assert.Equal(Pairs(straight.Trailing), Pairs(relayed.Trailing));
        Assert.Equal(straight.Messages, relayed.Messages);
        await held.ReleaseAsync();
        Assert.Equal("serving", Assert.Single((await fixture.Relay.FiguresAsync()).Workers).State);
    }

    [SkippableTheory]
    [InlineData(70_000)]
    [InlineData(120_000)]
    public async Task An_answers_metadata_comes_whole(int bytes)
    {
        using var held = await fixture.Relay.HoldAsync();
        foreach (var target in new[] { fixture.Worker, fixture.Relay.Target })
        {
            using var channel = GrpcChannel.ForAddress($"http://{target}", new GrpcChannelOptions
            {
                HttpHandler = new SocketsHttpHandler { MaxResponseHeadersLength = ClientFieldsKibibytesMax },
                DisposeHttpClient = true,
            });
            using var call = TrialMethods.Start(channel, "Trail", Encoding.UTF8.GetBytes($"{bytes}"), default);
            await call;
            Assert.Equal(bytes, call.GetTrailers().GetValue("ballast")!.Length);
        }

        await held.ReleaseAsync();
    }

    [SkippableTheory]
    [InlineData("x-bin", "no base64!", "INTERNAL")]
    [InlineData("x-bin", "A", "INTERNAL")]
    [InlineData("x-bin", "AA==,A", "INTERNAL")]
    [InlineData("x", "a\u0001b", "INTERNAL")]
    [InlineData("x", "\u00e4\u00f6", "OK")]
    [InlineData("x", "\tb", "OK")]
    public async Task What_no_client_library_sends_ends_its_own_call_alone(string key, string value, string status)
    {
        using var held = await fixture.Relay.HoldAsync();
        using var http = new HttpClient(new SocketsHttpHandler { RequestHeaderEncodingSelector = static (_, _) => Encoding.UTF8 });
        for (var each = 0; each < 3; each++)
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, $"http://{fixture.Relay.Target}/trial.Work/Echo") { Version = new Version(2, 0), VersionPolicy = HttpVersionPolicy.RequestVersionExact };
            request.Content = new ByteArrayContent([0, 0, 0, 0, 0]) { Headers = { ContentType = new("application/grpc") } };
            request.Headers.TryAddWithoutValidation("te", "trailers");
            Assert.True(request.Headers.TryAddWithoutValidation(key, value));
            using var response = await http.SendAsync(request);
            await response.Content.ReadAsByteArrayAsync();
            var seen = response.Headers.Concat(response.TrailingHeaders).Single(header => header.Key == "grpc-status").Value.Single();
            Assert.Equal(status, seen == "0" ? "OK" : "INTERNAL");
        }

        await held.ReleaseAsync();
        Assert.Equal("serving", Assert.Single((await fixture.Relay.FiguresAsync()).Workers).State);
    }

    [SkippableFact]
    public async Task A_page_may_read_the_metadata_that_is_exposed()
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, $"http://127.0.0.1:{fixture.Relay.Host.GrpcWebPort}/trial.Work/Echo") { Headers = { { "Origin", OneWorker.Page } } };
        request.Content = new ByteArrayContent([0, 0, 0, 0, 0]) { Headers = { ContentType = new("application/grpc-web") } };
        using var response = await fixture.Relay.Http.SendAsync(request);
        Assert.Equal(OneWorker.Page, response.Headers.GetValues("Access-Control-Allow-Origin").Single());
        var exposed = string.Join(',', response.Headers.GetValues("Access-Control-Expose-Headers")).Split(',', StringSplitOptions.TrimEntries);
        Assert.Subset(exposed.ToHashSet(), new HashSet<string> { OneWorker.Exposed, "grpc-status" });
    }

    private Task<PythonResult> CallAsync(string target, string[][] metadata) =>
        fixture.Python.CallAsync(new PythonCall(target, "unary_unary", "/trial.Work/Echo", ["hello"u8.ToArray()]) { Metadata = metadata });

    // The order of different keys is nobody's promise; what HTTP's servers add is no metadata.
    private static IEnumerable<string> Pairs(IReadOnlyList<string[]> metadata) =>
        metadata.Where(pair => pair[0] is not ("date" or "content-length")).OrderBy(pair => pair[0], StringComparer.Ordinal).Select(pair => $"{pair[0]}: {pair[1]}");

    /// <summary>A relay with one worker, which any failure would take out of service.</summary>
    public sealed class OneWorker : RelayFixture
    {
        public const string Page = "https://page.example";

        public const string Exposed = "x-request-cost";

        internal string Worker { get; private set; } = "";

        public override async Task InitializeAsync()
        {
            await base.InitializeAsync();
            if (PythonPeer.WhyUnavailable() is null) Worker = Assert.Single((await Relay.FiguresAsync()).Workers).Address;
        }

        protected override RelayOptions Configure(RelayOptions options)
        {
            var web = base.Configure(options);
            return web with
            {
                Server = web.Server with { GrpcWebOrigins = [Page], GrpcWebExposedHeaders = [Exposed], Retries = 0 },
                Workers = web.Workers with { Count = 1 },
            };
        }
    }
}
