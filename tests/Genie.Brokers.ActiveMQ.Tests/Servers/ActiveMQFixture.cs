using System.Diagnostics;
using Genie.Servers;

namespace Genie.Brokers.ActiveMQ.Tests.Servers;

/// <summary>A server without passwords and one with, shared by the tests of a class.</summary>
public abstract class ActiveMQFixture : IAsyncLifetime
{
    public const string User = "genie";
    public const string Password = "p@ss:w\\ord";

    private readonly List<string> _folders = [];
    private ServerProcess? _plain;
    private ServerProcess? _secured;

    /// <summary>Why no server can be had, or null.</summary>
    public abstract string? Unavailable { get; }

    public ActiveMQOptions Options => new() { Url = new Uri($"stomp://127.0.0.1:{PlainPorts.Plain}") };

    public ActiveMQPorts PlainPorts { get; } = ActiveMQPorts.Pick();

    public ActiveMQPorts SecuredPorts { get; } = ActiveMQPorts.Pick();

    public async Task CrashAndRestartAsync(TimeSpan downTime)
    {
        await _plain!.KillAsync();
        await Task.Delay(downTime);
        var killed = _plain;
        _plain = await killed.RestartAsync(default);
        await killed.DisposeAsync();
    }

    /// <summary>Sends the server without passwords a signal: STOP makes it silent, CONT lets it go on.</summary>
    public async Task SignalAsync(string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{_plain!.ProcessId}"]);
        await kill.WaitForExitAsync();
        Assert.Equal(0, kill.ExitCode);
    }

    public async Task InitializeAsync()
    {
        if (Unavailable is not null) return;
        var started = await Task.WhenAll(StartAsync(NewFolder(), PlainPorts, password: null), StartAsync(NewFolder(), SecuredPorts, Password));
        (_plain, _secured) = (started[0], started[1]);
    }

    public async Task DisposeAsync()
    {
        if (_plain is not null) await _plain.DisposeAsync();
        if (_secured is not null) await _secured.DisposeAsync();
        foreach (var folder in _folders) Directory.Delete(folder, recursive: true);
    }

    /// <summary>Starts a server that takes anyone, or only <see cref="User"/> with the given password.</summary>
    protected abstract Task<ServerProcess> StartAsync(string folder, ActiveMQPorts ports, string? password);

    private string NewFolder()
    {
        _folders.Add(Directory.CreateTempSubdirectory("genie-test-activemq-").FullName);
        return _folders[^1];
    }
}
