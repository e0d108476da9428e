using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Silos;
using Genie.Brokers;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Members;

/// <summary>A <c>genie worker</c> in a process of its own that is a member of a Proto.Actor cluster; it ends when this process does.</summary>
internal sealed class MemberProcess : ReadyProcess
{
    private MemberProcess(ChildProgram child)
        : base(child, static (message, isTransient, cause) => new BrokerException(message, isTransient, cause))
    {
    }

    /// <summary>Starts one; when the task completes, it hosts grains.</summary>
    /// <param name="broker">The cluster.</param>
    /// <param name="channel">The channel that it listens to.</param>
    /// <param name="workload">Its store and maps.</param>
    /// <param name="processor">The only processor that it may run on; null for all.</param>
    /// <param name="cancellationToken">Abandons it; it is ended.</param>
    /// <exception cref="BrokerException">It ended before, or took too long.</exception>
    public static async Task<MemberProcess> StartAsync(BrokerChoice broker, string channel, WorkloadChoice workload, int? processor, CancellationToken cancellationToken)
    {
        var start = OwnProgram.StartInfo(typeof(MemberProcess).Assembly, Arguments(broker, channel, workload)).On(processor);
        foreach (var (name, value) in SiloArguments.Environment(workload)) start.Environment[name] = value;
        var member = new MemberProcess(ChildProgram.Start("member", start));
        await member.WaitUntilReadyAsync(static line => line is not null, "member", cancellationToken).ConfigureAwait(false);
        return member;
    }

    private static IEnumerable<string> Arguments(BrokerChoice broker, string channel, WorkloadChoice workload)
    {
        string[] fixedOnes =
        [
            "worker", broker.Broker, "--client", broker.Client, "--channel", channel, "--partitions", $"{broker.Partitions}", "--concurrency", $"{MemberWorkload.Concurrency}",
            "--stages", "grains", "--store", workload.Store, "--geocoder", workload.Geocoder, SiloArguments.UntilInputEnds,
        ];
        string[] duckDb = workload.DatabaseFile is { } file ? ["--duckdb", file] : [];
        return [.. fixedOnes, .. duckDb, .. broker.Settings.SelectMany(setting => (string[])["--broker-option", $"{broker.Broker}.{setting.Key}={setting.Value}"])];
    }
}
