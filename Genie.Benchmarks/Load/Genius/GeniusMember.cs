using System.Globalization;
using Genie.Benchmarks.Commands.Genius;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Silos;
using Genie.Grains;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Genius;

/// <summary><c>genie genius serve</c> as one of several, in a process of its own, which ends when this process does.</summary>
internal sealed class GeniusMember : IAsyncDisposable
{
    private static readonly TimeSpan StartTimeout = TimeSpan.FromMinutes(2);

    private readonly ChildProgram _child;

    private GeniusMember(ChildProgram child, int port) => (_child, Port) = (child, port);

    /// <summary>Where gRPC is, on 127.0.0.1.</summary>
    public int Port { get; }

    /// <summary>Completes when it has ended, with its exit code and last words.</summary>
    public Task<string> Ended => _child.Ended;

    /// <summary>Starts one; when the task completes, it serves.</summary>
    /// <param name="port">Where gRPC is to be.</param>
    /// <param name="settings">What all have in common, by the names of their variables without the prefix.</param>
    /// <param name="cancellationToken">Abandons it; it is ended.</param>
    /// <exception cref="GrainException">It ended before, or took too long.</exception>
    public static async Task<GeniusMember> StartAsync(int port, IReadOnlyDictionary<string, string> settings, CancellationToken cancellationToken)
    {
        var start = OwnProgram.StartInfo(typeof(GeniusMember).Assembly, ["genius", "serve", SiloArguments.UntilInputEnds]);
        foreach (var (name, value) in settings) start.Environment[GeniusSettings.VariablePrefix + name] = value;
        start.Environment[GeniusSettings.VariablePrefix + "Listen"] = Loopback(port);
        start.Environment[GeniusSettings.VariablePrefix + "Web"] = Loopback(Ports.PickFree());
        start.Environment[GeniusSettings.VariablePrefix + "Silo__Address"] = Loopback(Ports.PickFree());
        var member = new GeniusMember(ChildProgram.Start("server", start), port);
        try
        {
            await member.WaitUntilReadyAsync(cancellationToken).ConfigureAwait(false);
            return member;
        }
        catch
        {
            await member.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>SIGTERM; completes when it has ended.</summary>
    public async Task TerminateAsync()
    {
        await _child.SignalAsync("TERM").ConfigureAwait(false);
        await _child.Ended.ConfigureAwait(false);
    }

    /// <summary>Halts it as it is (SIGSTOP), or lets it go on (SIGCONT).</summary>
    public Task PauseAsync(bool isHalted) => _child.SignalAsync(isHalted ? "STOP" : "CONT");

    /// <summary>Kills it if it still runs (SIGKILL).</summary>
    public async ValueTask DisposeAsync()
    {
        _child.Kill();
        await _child.DisposeAsync().ConfigureAwait(false);
    }

    private static string Loopback(int port) => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{port}");

    private async Task WaitUntilReadyAsync(CancellationToken cancellationToken)
    {
        using var output = new StreamReader(_child.Output, leaveOpen: true);
        try
        {
            if (await output.ReadLineAsync(cancellationToken).AsTask().WaitAsync(StartTimeout, cancellationToken).ConfigureAwait(false) is { } line && line.StartsWith(GeniusServeCommand.ReadyStart, StringComparison.Ordinal)) return;
        }
        catch (TimeoutException error)
        {
            throw new GrainException(string.Create(CultureInfo.InvariantCulture, $"The server did not serve within {StartTimeout.TotalMinutes:0} minutes. Fewer --nodes may fit this machine."), isTransient: true, error);
        }

        throw new GrainException(await _child.Ended.WaitAsync(cancellationToken).ConfigureAwait(false), isTransient: false);
    }
}
