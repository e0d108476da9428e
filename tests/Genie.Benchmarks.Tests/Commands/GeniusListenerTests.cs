using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Genius.Keys;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>What each port of <c>genie genius serve</c> answers, and to which names.</summary>
public sealed class GeniusListenerTests : IDisposable
{
    private const string Foreign = "rebound.example";
    private static readonly string[] WebPaths = ["/", "/live/events", "/metrics", "/health/live", "/health/ready", "/health/startup"];
    private static readonly string[] HealthyPaths = ["/metrics", "/health/ready"];

    private readonly TemporaryFolder _folder = new();
    private readonly HttpClient _client = new();
    private readonly (int Grpc, int Json, int Web) _ports = (Ports.PickFree(), Ports.PickFree(), Ports.PickFree());

    public void Dispose()
    {
        _client.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task What_needs_no_keys_is_on_the_web_port_alone()
    {
        using var server = await StartAsync(everywhere: true);
        foreach (var path in WebPaths)
        {
            Assert.Equal((path, HttpStatusCode.NotFound), (path, await AskAsync(_ports.Json, path, "localhost")));
            Assert.Equal((path, HttpStatusCode.NotFound), (path, await AskAsync(_ports.Grpc, path, "localhost", HttpVersion.Version20)));
            Assert.Equal((path, HttpStatusCode.OK), (path, await AskAsync(_ports.Web, path, "localhost")));
        }

        Assert.Equal(HttpStatusCode.NotFound, await AskAsync(_ports.Web, "/admin", "localhost"));
        Assert.Equal(HttpStatusCode.NotFound, await AskAsync(_ports.Grpc, "/admin", "localhost", HttpVersion.Version20));
        Assert.Equal(HttpStatusCode.OK, await AskAsync(_ports.Json, "/admin", "localhost"));
        Assert.Equal(HttpStatusCode.Unauthorized, await AskAsync(_ports.Json, "/v1/rules", "localhost"));
        await EndAsync(server);
    }

    [Fact]
    public async Task On_a_loopback_address_foreign_names_get_nothing_also_with_keys()
    {
        using var server = await StartAsync(everywhere: false);
        Assert.Equal(HttpStatusCode.MisdirectedRequest, await AskAsync(_ports.Json, "/v1/rules", Foreign));
        Assert.Equal(HttpStatusCode.MisdirectedRequest, await AskAsync(_ports.Json, "/admin", Foreign));
        Assert.Equal(HttpStatusCode.Unauthorized, await AskAsync(_ports.Json, "/v1/rules", $"127.0.0.1:{_ports.Json}"));
        foreach (var path in WebPaths) Assert.Equal((path, HttpStatusCode.MisdirectedRequest), (path, await AskAsync(_ports.Web, path, Foreign)));
        foreach (var path in HealthyPaths) Assert.Equal((path, HttpStatusCode.OK), (path, await AskAsync(_ports.Web, path, "127.0.0.1")));
        await EndAsync(server);
    }

    [Fact]
    public async Task Names_of_the_settings_are_answered_to_and_elsewhere_any_by_default()
    {
        using (var server = await StartAsync(everywhere: true))
        {
            Assert.Equal(HttpStatusCode.Unauthorized, await AskAsync(_ports.Json, "/v1/rules", "genius.example"));
            await EndAsync(server);
        }

        using (var server = await StartAsync(everywhere: true, "Genius.example", "*.inner.example"))
        {
            foreach (var named in (string[])["genius.example", "genius.EXAMPLE:443", "a.inner.example", "10.0.0.7:5002", "[::1]", "localhost"])
                Assert.Equal((named, HttpStatusCode.Unauthorized), (named, await AskAsync(_ports.Json, "/v1/rules", named)));
            foreach (var other in (string[])[Foreign, "inner.example", "xgenius.example", "genius.example.evil.example"])
            {
                Assert.Equal((other, HttpStatusCode.MisdirectedRequest), (other, await AskAsync(_ports.Json, "/v1/rules", other)));
                Assert.Equal((other, HttpStatusCode.MisdirectedRequest), (other, await AskAsync(_ports.Web, "/metrics", other)));
            }

            Assert.Equal(HttpStatusCode.OK, await AskAsync(_ports.Web, "/metrics", "genius.example"));

            // The live page is for this machine, whatever names there are.
            Assert.Equal(HttpStatusCode.MisdirectedRequest, await AskAsync(_ports.Web, "/", "genius.example"));
            await EndAsync(server);
        }
    }

    private Task<GenieRun> StartAsync(bool everywhere, params string[] hosts)
    {
        var address = everywhere ? "0.0.0.0" : "127.0.0.1";
        var settings = new JsonObject
        {
            ["Listen"] = $"{address}:{_ports.Grpc}",
            ["Http"] = $"{address}:{_ports.Json}",
            ["Web"] = $"127.0.0.1:{_ports.Web}",
            ["ApiKeys"] = new JsonArray(GeniusHttp.Key("operator", ApiScope.Rules)),
        };
        if (hosts.Length > 0) settings["AllowedHosts"] = JsonSerializer.SerializeToNode(hosts);
        return GeniusProcess.StartAsync(_folder.Path, settings);
    }

    // It may have said that there is no TLS.
    private static async Task EndAsync(GenieRun server) => Assert.Equal(ExitCode.Success, await server.EndAsync());

    // The body of some never ends.
    private async Task<HttpStatusCode> AskAsync(int port, string path, string host, Version? version = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri($"http://127.0.0.1:{port}{path}")) { Headers = { Host = host } };
        if (version is not null) (request.Version, request.VersionPolicy) = (version, HttpVersionPolicy.RequestVersionExact);
        using var answer = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
        return answer.StatusCode;
    }
}
