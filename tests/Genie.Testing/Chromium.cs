using System.Diagnostics;
using System.Net.Http.Json;
using System.Net.WebSockets;
using System.Text.Json;

namespace Genie.Testing;

/// <summary>A headless Chromium, spoken to by its DevTools protocol.</summary>
public sealed class Chromium : IAsyncDisposable
{
    private static readonly string[] Names = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly DirectoryInfo _profile;
    private readonly Process _process;
    private readonly ClientWebSocket _page = new();
    private int _calls;

    private Chromium(DirectoryInfo profile, Process process) => (_profile, _process) = (profile, process);

    private static string? Program => Names.FirstOrDefault(File.Exists);

    /// <summary>Why tests with it must be skipped, or null; in CI, where it can be installed, an error.</summary>
    public static string? WhyUnavailable()
    {
        if (Program is not null) return null;
        const string Reason = "no browser: install Debian's chromium";
        return Environment.GetEnvironmentVariable("CI") is { Length: > 0 }
            ? throw new InvalidOperationException($"In CI nothing that can be installed is skipped: {Reason}.")
            : Reason;
    }

    /// <summary>Opens a page.</summary>
    public static async Task<Chromium> OpenAsync(Uri url)
    {
        var profile = Directory.CreateTempSubdirectory("genie-chromium-");
        var start = new ProcessStartInfo(Program!, ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-proxy-server", "--remote-debugging-port=0", $"--user-data-dir={profile.FullName}", "about:blank"])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };

        // It is killed in the end, and would leave there what it makes for its own processes.
        start.Environment["TMPDIR"] = profile.FullName;
        var browser = new Chromium(profile, Process.Start(start)!);
        try
        {
            await browser.ConnectAsync(url);
            return browser;
        }
        catch
        {
            await browser.DisposeAsync();
            throw;
        }
    }

    /// <summary>Waits until an expression in the page is true. The timeout is a safety net only.</summary>
    public async Task WaitForAsync(string expression)
    {
        using var timeout = new CancellationTokenSource(Timeout);
        try
        {
            while (!(await EvaluateAsync(expression, timeout.Token)).GetBoolean()) await Task.Delay(20, timeout.Token);
        }
        catch (OperationCanceledException error)
        {
            throw new TimeoutException($"In the page this did not become true: {expression}", error);
        }
    }

    /// <summary>The text that an expression in the page comes to.</summary>
    public async Task<string?> ReadAsync(string expression) => (await EvaluateAsync(expression, CancellationToken.None)).GetString();

    public async ValueTask DisposeAsync()
    {
        _page.Dispose();
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
        _process.Dispose();
        for (var attempt = 0; attempt < 50; attempt++)
        {
            try
            {
                _profile.Delete(recursive: true);
                return;
            }
            catch (IOException)
            {
                // Its children are still leaving, and write meanwhile.
                await Task.Delay(20);
            }
        }
    }

    private async Task ConnectAsync(Uri url)
    {
        using var timeout = new CancellationTokenSource(Timeout);
        var port = await ReadPortAsync(timeout.Token);
        _ = _process.StandardError.ReadToEndAsync(CancellationToken.None);
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        using var opened = await http.PutAsync(new Uri($"http://127.0.0.1:{port}/json/new?{Uri.EscapeDataString(url.AbsoluteUri)}"), null, timeout.Token);
        var target = await opened.Content.ReadFromJsonAsync<JsonElement>(timeout.Token);
        await _page.ConnectAsync(new Uri(target.GetProperty("webSocketDebuggerUrl").GetString()!), timeout.Token);
    }

    private async Task<int> ReadPortAsync(CancellationToken cancellationToken)
    {
        const string Announcement = "DevTools listening on ";
        while (await _process.StandardError.ReadLineAsync(cancellationToken) is { } line)
        {
            if (line.StartsWith(Announcement, StringComparison.Ordinal)) return new Uri(line[Announcement.Length..]).Port;
        }

        throw new InvalidOperationException("Chromium ended without saying where it listens.");
    }

    private async Task<JsonElement> EvaluateAsync(string expression, CancellationToken cancellationToken)
    {
        var id = ++_calls;
        var request = JsonSerializer.SerializeToUtf8Bytes(new { id, method = "Runtime.evaluate", @params = new { expression, returnByValue = true } });
        await _page.SendAsync(request, WebSocketMessageType.Text, endOfMessage: true, cancellationToken);
        using var message = new MemoryStream();
        var buffer = new byte[16 * 1024];
        while (true)
        {
            message.SetLength(0);
            WebSocketReceiveResult received;
            do
            {
                received = await _page.ReceiveAsync(buffer, cancellationToken);
                message.Write(buffer, 0, received.Count);
            }
            while (!received.EndOfMessage);
            var answer = JsonSerializer.Deserialize<JsonElement>(message.ToArray());
            if (answer.TryGetProperty("id", out var answered) && answered.GetInt32() == id) return answer.GetProperty("result").GetProperty("result").GetProperty("value");
        }
    }
}
