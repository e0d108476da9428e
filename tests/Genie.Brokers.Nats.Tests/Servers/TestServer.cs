using System.Diagnostics;
using Genie.Servers;

namespace Genie.Brokers.Nats.Tests.Servers;

/// <summary>A server of its own configuration in a folder of its own.</summary>
public sealed class TestServer : IAsyncDisposable
{
    private ServerProcess _process;

    private TestServer(ServerProcess process) => _process = process;

    public int Port => _process.Port;

    public NatsOptions Options => new()
    {
        Url = new Uri($"nats://127.0.0.1:{Port}"),
        ReconnectInitialDelay = TimeSpan.FromMilliseconds(10),
        ReconnectMaxDelay = TimeSpan.FromMilliseconds(100),
    };

    public static async Task<TestServer> StartAsync(string configuration)
    {
        var folder = Directory.CreateTempSubdirectory("genie-test-nats-").FullName;
        return new TestServer(await NatsServer.StartAsync(folder, Ports.PickFree(), configuration, default));
    }

    /// <summary>Tells it to send its clients away and then to end ("lame duck"); completes when it has been told.</summary>
    public async Task SendClientsAwayAsync()
    {
        using var signal = Process.Start(Executables.Find("nats-server")!, ["--signal", $"ldm={_process.ProcessId}"]);
        await signal.WaitForExitAsync();
        Assert.Equal(0, signal.ExitCode);
    }

    /// <summary>Completes when it has ended.</summary>
    public async Task WaitForEndAsync()
    {
        try
        {
            using var process = Process.GetProcessById(_process.ProcessId);
            await process.WaitForExitAsync();
        }
        catch (ArgumentException)
        {
            // It has.
        }
    }

    public Task KillAsync() => _process.KillAsync();

    public async Task RestartAsync(string? configuration = null)
    {
        if (configuration is not null) await File.WriteAllTextAsync(Path.Combine(_process.Folder, "nats.conf"), configuration);
        var restarted = await _process.RestartAsync(default);
        await _process.DisposeAsync();
        _process = restarted;
    }

    public async ValueTask DisposeAsync()
    {
        await _process.DisposeAsync();
        Directory.Delete(_process.Folder, recursive: true);
    }
}
