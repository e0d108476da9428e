using System.Diagnostics;
using System.Net;
using System.Text.Json.Nodes;
using Genie.Diagnostics;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>A file system that is full, where the user may mount one.</summary>
public sealed class FullDiskReadinessTests : IDisposable
{
    private readonly StoreFolder _folder = new();
    private readonly HttpClient _http = new();
    private ulong _sequence;

    public void Dispose()
    {
        _http.Dispose();
        _folder.Dispose();
    }

    [SkippableFact]
    public async Task A_server_whose_disk_is_full_is_not_ready_until_there_is_room()
    {
        Skip.IfNot(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess && await RunAsync("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", _folder.Path), "No file system can be mounted.");
        try
        {
            var others = Path.Combine(_folder.Path, "others");
            await File.WriteAllBytesAsync(others, new byte[4 << 20]);
            await using var store = await _folder.OpenAsync();
            await using var host = await StartAsync(store);
            var processor = host.Services.GetRequiredService<GeniusProcessor>();
            Assert.Equal((HttpStatusCode.OK, "Healthy"), (await ProbeAsync()).Status);

            await FillAsync(processor);

            // Others take what is left, so that index files which are merged meanwhile make no room for a segment.
            FillUp(Path.Combine(_folder.Path, "rest"));
            for (var i = 0; i < 2; i++)
            {
                var (status, reason) = await ProbeAsync();
                Assert.Equal((HttpStatusCode.ServiceUnavailable, "Unhealthy"), status);
                Assert.Contains("full", reason, StringComparison.Ordinal);
            }

            // No event comes to a server that is not ready.
            File.Delete(others);
            Assert.Equal((HttpStatusCode.OK, "Healthy"), (await ProbeAsync()).Status);
            Assert.False((await processor.ProcessAsync(Event(1_000), default)).IsRepeat);

            // What is tried once there is room is tried once.
            await ProbeAsync();
            Assert.Equal(1, await store.GetVersionAsync(EventStoreCheck.ProbeStream, default));
        }
        finally
        {
            await RunAsync("umount", _folder.Path);
        }
    }

    private async Task<WebApplication> StartAsync(IEventStore store)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddSingleton(store).AddSingleton<IReverseGeocoder>(new StripeGeocoder()).AddGenius(static genius => genius with { Channel = null });
        builder.Services.AddGeniusGrpc();
        builder.Services.AddGenieDiagnostics();
        var host = builder.Build();
        host.MapGenieDiagnostics();
        await host.StartAsync();
        _http.BaseAddress = new Uri(host.Urls.Single());
        return host;
    }

    private async Task FillAsync(GeniusProcessor processor)
    {
        // Smaller and smaller ones, until what a segment has left takes none.
        foreach (var bytes in new[] { 300_000, 30_000, 3_000, 300 })
        {
            var isFull = false;
            for (var i = 0; i < 1_000 && !isFull; i++) isFull = !await TryProcessAsync(processor, bytes);
            Assert.True(isFull, "The disk did not fill.");
        }
    }

    private static void FillUp(string path)
    {
        using var file = File.OpenHandle(path, FileMode.Create, FileAccess.Write);
        try
        {
            for (long at = 0; ; at += 4096) RandomAccess.Write(file, new byte[4096], at);
        }
        catch (IOException)
        {
            // Full.
        }
    }

    private async Task<bool> TryProcessAsync(GeniusProcessor processor, int bytes)
    {
        try
        {
            await processor.ProcessAsync(Event(bytes), default);
            return true;
        }
        catch (EventStoreFullException)
        {
            return false;
        }
    }

    private GeniusEvent Event(int bytes) =>
        new() { Key = "truck", RequestKey = new RequestKey(1, 1, ++_sequence), Kind = "moved", Time = DateTimeOffset.UnixEpoch, Place = new GeoPoint(1, 2), Payload = new byte[bytes] };

    private async Task<((HttpStatusCode Code, string Check) Status, string Reason)> ProbeAsync()
    {
        using var answer = await _http.GetAsync(new Uri("/health/ready", UriKind.Relative));
        var text = await answer.Content.ReadAsStringAsync();
        return ((answer.StatusCode, (string)JsonNode.Parse(text)!["checks"]![EventStoreCheck.Name]!["status"]!), text);
    }

    private static async Task<bool> RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true, RedirectStandardOutput = true });
        if (process is null) return false;
        await process.WaitForExitAsync();
        return process.ExitCode == 0;
    }
}
