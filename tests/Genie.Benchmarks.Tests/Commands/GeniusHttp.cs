using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using Genie.Benchmarks.Commands.Genius.Keys;
using Genie.Servers;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>Calls of a <c>genie genius serve</c> by HTTP with JSON.</summary>
internal sealed class GeniusHttp : IDisposable
{
    private readonly int _port = Ports.PickFree();

    /// <summary>For calls of other kinds.</summary>
    public HttpClient Client { get; } = new();

    /// <summary>Where probes and the live page are.</summary>
    public int WebPort { get; } = Ports.PickFree();

    public Uri Site => new($"http://127.0.0.1:{_port}/");

    /// <summary>Starts the server.</summary>
    /// <param name="folder">Gets its settings and events.</param>
    /// <param name="settings">Beside the addresses.</param>
    public Task<GenieRun> StartAsync(string folder, JsonObject? settings = null) => GeniusProcess.StartAsync(folder, With(settings), Ready);

    /// <summary>Starts it as a process of its own.</summary>
    public Task<GenieProcess> StartProcessAsync(string folder, JsonObject? settings = null) => GeniusProcess.StartProcessAsync(folder, With(settings), Ready);

    /// <summary>Settings of an API key, which is its name.</summary>
    public static JsonObject Key(string name, params string[] scopes) => new() { ["Name"] = name, ["Sha256"] = ApiKey.HashOf(name), ["Scopes"] = new JsonArray([.. scopes.Select(each => (JsonNode)each)]) };

    public void As(string key) => Client.DefaultRequestHeaders.Authorization = new("Bearer", key);

    public Uri Url(string path) => new(Site, "v1/" + path);

    public async Task<JsonNode> CallAsync(HttpMethod method, string path, string? body = null)
    {
        using var answer = await SendAsync(method, path, body);
        var text = await answer.Content.ReadAsStringAsync();
        Assert.True(answer.IsSuccessStatusCode, $"{method} {path}: {(int)answer.StatusCode} {text}");
        return JsonNode.Parse(text)!;
    }

    public async Task<string> ExpectAsync(HttpStatusCode status, HttpMethod method, string path, string? body = null)
    {
        using var answer = await SendAsync(method, path, body);
        var text = await answer.Content.ReadAsStringAsync();
        Assert.True(answer.StatusCode == status, $"{method} {path}: {(int)answer.StatusCode} {text}");
        return text;
    }

    public async Task<HttpResponseMessage> SendAsync(HttpMethod method, string path, string? body, CancellationToken cancellationToken = default)
    {
        using var request = new HttpRequestMessage(method, Url(path)) { Content = body is null ? null : new StringContent(body, Encoding.UTF8, "application/json") };
        return await Client.SendAsync(request, cancellationToken);
    }

    /// <summary>An event as JSON.</summary>
    public static string Event(int sequence, double value, string key = "truck-7", JsonObject? attributes = null)
    {
        var sent = new JsonObject
        {
            ["key"] = key,
            ["run"] = "1",
            ["sender"] = 1,
            ["sequence"] = $"{sequence}",
            ["kind"] = "moved",
            ["time"] = "2026-11-25T09:00:00Z",
            ["latitude"] = 40,
            ["longitude"] = -75,
            ["value"] = value,
        };
        if (attributes is not null) sent["attributes"] = attributes;
        return sent.ToJsonString();
    }

    public void Dispose() => Client.Dispose();

    private string Ready => $"HTTP with JSON at http://127.0.0.1:{_port};";

    private JsonObject With(JsonObject? settings)
    {
        settings ??= [];
        (settings["Listen"], settings["Http"], settings["Web"]) = ("127.0.0.1:0", $"127.0.0.1:{_port}", $"127.0.0.1:{WebPort}");
        return settings;
    }
}
