using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Load.Control;
using Genie.Grains;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>A silo in a process of its own, which ends when this process does.</summary>
internal sealed class SiloProcess : ReadyProcess
{
    private SiloProcess(ChildProgram child, SiloChoice choice)
        : base(child, static (message, isTransient, cause) => new GrainException(message, isTransient, cause)) => Choice = choice;

    /// <summary>What it was told to be.</summary>
    public SiloChoice Choice { get; }

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
        var ready = SiloCommand.Ready(choice.ClusterId, choice.Address.ToString(), choice.SiloPort, choice.GatewayPort);
        await silo.WaitUntilReadyAsync(line => line == ready, "silo", cancellationToken).ConfigureAwait(false);
        return silo;
    }
}
