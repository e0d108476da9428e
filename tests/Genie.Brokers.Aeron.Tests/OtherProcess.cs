using System.Diagnostics;

namespace Genie.Brokers.Aeron.Tests;

/// <summary>A process that listens or sends; see Program.cs.</summary>
internal sealed class OtherProcess : IAsyncDisposable
{
    private static readonly TimeSpan StartPatience = TimeSpan.FromSeconds(60);

    private readonly Process _process;

    private OtherProcess(Process process) => _process = process;

    public int Id => _process.Id;

    /// <summary>Starts it; when the task completes, it listens.</summary>
    public static Task<OtherProcess> ListenAsync(string client, string folder, string channel) => StartAsync(client, folder, channel);

    /// <summary>Starts it; when the task completes, so many messages are in the log.</summary>
    public static Task<OtherProcess> SendAsync(string client, string folder, string channel, int count) => StartAsync(client, folder, channel, $"{count}");

    private static async Task<OtherProcess> StartAsync(params string[] arguments)
    {
        var program = typeof(OtherProcess).Assembly.Location;
        var host = Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet";
        var process = Process.Start(new ProcessStartInfo(host, ["exec", program, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        }) ?? throw new InvalidOperationException($"{host} was not started.");
        var other = new OtherProcess(process);
        try
        {
            var line = await process.StandardOutput.ReadLineAsync().WaitAsync(StartPatience);
            Assert.Equal("ready", line);
            return other;
        }
        catch
        {
            await other.DisposeAsync();
            throw;
        }
    }

    /// <summary>SIGKILL: it cannot say good-bye.</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited) await KillAsync();
        _process.Dispose();
    }
}
