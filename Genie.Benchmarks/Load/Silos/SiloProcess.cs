using System.Globalization;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Load.Control;
using Genie.Grains;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>A silo in a process of its own, which ends when this process does.</summary>
internal sealed class SiloProcess : IAsyncDisposable
{
    private static readonly TimeSpan StartTimeout = TimeSpan.FromMinutes(2);

    private readonly ChildProgram _child;

    private SiloProcess(ChildProgram child, SiloChoice choice) => (_child, Choice) = (child, choice);

    /// <summary>What it was told to be.</summary>
    public SiloChoice Choice { get; }

    /// <summary>Its id.</summary>
    public int ProcessId => _child.ProcessId;

    /// <summary>Completes when it has ended, with its exit code and last words.</summary>
    public Task<string> Ended => _child.Ended;

    /// <summary>Starts one; when the task completes, it hosts grains.</summary>
    /// <param name="choice">Its cluster and ports.</param>
    /// <param name="workload">Its store and maps.</param>
    /// <param name="processor">The only processor that it may run on, by taskset; null for all.</param>
    /// <param name="cancellationToken">Abandons it; it is ended.</param>
    /// <exception cref="GrainException">It ended before, or took too long.</exception>
    public static async Task<SiloProcess> StartAsync(SiloChoice choice, WorkloadChoice workload, int? processor, CancellationToken cancellationToken)
    {
        var start = OwnProgram.StartInfo(typeof(SiloProcess).Assembly, SiloArguments.Of(choice, workload).Append(SiloArguments.UntilInputEnds)).On(processor);
        foreach (var (name, value) in SiloArguments.Environment(choice, workload)) start.Environment[name] = value;
        var silo = new SiloProcess(ChildProgram.Start("silo", start), choice);
        try
        {
            await silo.WaitUntilReadyAsync(cancellationToken).ConfigureAwait(false);
            return silo;
        }
        catch
        {
            await silo.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>SIGKILL; completes when it is gone.</summary>
    public async Task KillAsync()
    {
        _child.Kill();
        await _child.Ended.ConfigureAwait(false);
    }

    /// <summary>SIGTERM, by which it hands its grains over; completes when it has ended.</summary>
    public async Task TerminateAsync()
    {
        await _child.SignalAsync("TERM").ConfigureAwait(false);
        await _child.Ended.ConfigureAwait(false);
    }

    /// <summary>Halts it as it is (SIGSTOP), or lets it go on (SIGCONT).</summary>
    public Task PauseAsync(bool isHalted) => _child.SignalAsync(isHalted ? "STOP" : "CONT");

    /// <summary>Kills it if it still runs.</summary>
    public async ValueTask DisposeAsync()
    {
        _child.Kill();
        await _child.DisposeAsync().ConfigureAwait(false);
    }

    private async Task WaitUntilReadyAsync(CancellationToken cancellationToken)
    {
        using var output = new StreamReader(_child.Output, leaveOpen: true);
        var ready = SiloCommand.Ready(Choice.ClusterId, Choice.Address.ToString(), Choice.SiloPort, Choice.GatewayPort);
        try
        {
            if (await output.ReadLineAsync(cancellationToken).AsTask().WaitAsync(StartTimeout, cancellationToken).ConfigureAwait(false) == ready) return;
        }
        catch (TimeoutException error)
        {
            throw new GrainException(string.Create(CultureInfo.InvariantCulture, $"The silo did not host grains within {StartTimeout.TotalMinutes:0} minutes. Fewer --nodes may fit this machine."), isTransient: true, error);
        }

        throw new GrainException(await _child.Ended.WaitAsync(cancellationToken).ConfigureAwait(false), isTransient: false);
    }
}
