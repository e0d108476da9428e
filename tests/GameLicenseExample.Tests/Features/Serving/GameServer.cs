using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using GameLicenseExample.Tests.Commands;
using Genie.Servers;
using Genie.Testing;

namespace GameLicenseExample.Tests.Features.Serving;

/// <summary>The game's server in a process of its own, with its pages, and a client that has its key.</summary>
public sealed class GameServer : IAsyncLifetime, IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private GameProcess? _process;

    public string Folder => _folder.Path;

    /// <summary>Where games reach it; the same after a restart.</summary>
    public string Url { get; } = $"tcp://127.0.0.1:{Ports.PickFree()}";

    /// <summary>The server's own key, which games must know.</summary>
    public string Identity { get; private set; } = "";

    /// <summary>The page of the features, with the key behind the #.</summary>
    public Uri Page { get; private set; } = null!;

    public HttpClient Http { get; private set; } = null!;

    public Task InitializeAsync() => StartAsync();

    public Task DisposeAsync() => Task.CompletedTask;

    /// <summary>Starts it in its folder, at any port.</summary>
    public async Task StartAsync()
    {
        _process = GameProcess.Start("serve", "--controlled", "--folder", Folder, "--url", Url, "--page", "0");
        var words = (await _process.ReadLineAsync())!.Split(' ');
        (Identity, Page) = (words[1], new Uri(words[3]));
        Http = NewClient();
        Http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Page.Fragment[1..]);
    }

    /// <summary>SIGKILL.</summary>
    public async Task KillAsync()
    {
        await _process!.KillAsync();
        _process.Dispose();
        _process = null;
        Http.Dispose();
    }

    /// <summary>A client without the key.</summary>
    public HttpClient NewClient() => new() { BaseAddress = new Uri(Page, "/") };

    /// <summary>Posts to an end point of the features, and expects that it is done.</summary>
    public async Task<JsonElement> DoAsync(string path, object body)
    {
        using var response = await Http.PostAsJsonAsync($"features/{path}", body);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(response.IsSuccessStatusCode, $"{path}: {(int)response.StatusCode} {text}");
        return text.Length == 0 ? default : JsonSerializer.Deserialize<JsonElement>(text);
    }

    /// <summary>Posts to an end point of the features, and expects that it is refused in words.</summary>
    public async Task<string> ExpectRefusalAsync(string path, object body)
    {
        using var response = await Http.PostAsJsonAsync($"features/{path}", body);
        Assert.Equal(System.Net.HttpStatusCode.Conflict, response.StatusCode);
        return (await response.Content.ReadFromJsonAsync<JsonElement>()).GetProperty("message").GetString()!;
    }

    public Task<JsonElement> GetAsync(string path) => Http.GetFromJsonAsync<JsonElement>($"features/{path}");

    /// <summary>An account's credits.</summary>
    public async Task<long> BalanceAsync(string account) => (await GetAsync("state")).GetProperty("balances").TryGetProperty(account, out var credits) ? credits.GetInt64() : 0;

    /// <summary>The entry of a list in the state whose property has a value.</summary>
    public async Task<JsonElement> FindAsync(string list, string property, string value) =>
        (await GetAsync("state")).GetProperty(list).EnumerateArray().Single(each => each.GetProperty(property).GetString() == value);

    public void Dispose()
    {
        _process?.Dispose();
        Http?.Dispose();
        _folder.Dispose();
    }
}
