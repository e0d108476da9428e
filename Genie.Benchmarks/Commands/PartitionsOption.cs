using Genie.Benchmarks.Load;
using Genie.Brokers.Partitioning;
using Genie.Workload;

namespace Genie.Benchmarks.Commands;

/// <summary><c>--partitions</c>: a channel divided by the party of a request; client and worker take the same.</summary>
internal static class PartitionsOption
{
    /// <summary>Creates it.</summary>
    public static ParsedOption<long> Create() => Options.Of(
        "--partitions", "Channels that each channel is divided into, by the party: all of a party's requests go one way, to one worker at a time where the system can see to that", "1",
        text => long.TryParse(text, out var count) && count is >= 1 and <= PartitionedBroker.PartitionsMax
            ? count : throw new FormatException($"'{text}' is no number of partitions; expected 1 to {PartitionedBroker.PartitionsMax}."));

    /// <summary>The number given.</summary>
    /// <exception cref="BadArgumentException">The work knows of no party, or nobody but the worker may read it.</exception>
    public static int Read(ParsedOption<long> option, System.CommandLine.ParseResult parsed, WorkloadChoice workload, bool encrypt)
    {
        var partitions = (int)option.Read(parsed);
        if (partitions > 1 && workload.Stages == Stages.Transport) throw new BadArgumentException("--partitions needs requests with a party; --stages transport has none.");
        if (partitions > 1 && encrypt) throw new BadArgumentException("--partitions looks into requests, which --encrypt hides.");
        return partitions;
    }
}
