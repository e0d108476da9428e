using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.ActiveMQ.Tests.Servers;

/// <summary>A server without passwords and one with, shared by the tests of a class.</summary>
public abstract class ActiveMQFixture : IAsyncLifetime
{
    public const string User = "genie";
    public const string Password = "p@ss:w\\ord";

    private OwnServer? _plain;
    private OwnServer? _secured;

    /// <summary>Why no server can be had, or null.</summary>
    public abstract string? Unavailable { get; }

    public ActiveMQOptions Options => new() { Url = new Uri($"stomp://127.0.0.1:{PlainPorts.Plain}") };

    public ActiveMQPorts PlainPorts { get; } = ActiveMQPorts.Pick();

    public ActiveMQPorts SecuredPorts { get; } = ActiveMQPorts.Pick();

    /// <summary>A queue's name in a destination header of STOMP.</summary>
    public abstract string Destination(string queue);

    /// <summary>What a STOMP client must send to, given a reply-to header.</summary>
    public abstract string AnswerDestination(string replyTo);

    public Task CrashAndRestartAsync(TimeSpan downTime) => _plain!.CrashAndRestartAsync(downTime);

    /// <summary>Makes the server without passwords stand still until what this returns is disposed of.</summary>
    public Task<HaltedProcess> HaltAsync() => HaltedProcess.HaltAsync(_plain!.Process.ProcessId);

    public async Task InitializeAsync()
    {
        if (Unavailable is not null) return;
        var started = await Task.WhenAll(StartAsync(PlainPorts, password: null), StartAsync(SecuredPorts, Password));
        (_plain, _secured) = (started[0], started[1]);
    }

    public async Task DisposeAsync()
    {
        if (_plain is not null) await _plain.DisposeAsync();
        if (_secured is not null) await _secured.DisposeAsync();
    }

    /// <summary>Starts a server that takes anyone, or only <see cref="User"/> with the given password.</summary>
    protected abstract Task<ServerProcess> StartAsync(string folder, ActiveMQPorts ports, string? password);

    private Task<OwnServer> StartAsync(ActiveMQPorts ports, string? password) =>
        OwnServer.StartAsync("test-activemq", (folder, _) => StartAsync(folder, ports, password));
}
