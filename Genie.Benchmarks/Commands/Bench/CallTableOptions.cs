using System.CommandLine;
using Genie.Benchmarks.Load.Calls;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>The options of <c>genie bench --table</c>, which compares calls of libraries instead of messaging systems.</summary>
internal sealed class CallTableOptions
{
    private const string NoLoss = "none";

    private readonly ParsedOption<int[]?> _threads = Options.Of<int[]?>("--threads", $"With --table: callers at a time [default: {CallTablePlan.LoopbackCallers} on loopback, {CallTablePlan.RemoteCallers} at a distance]", null, CountList.Of("threads", CallersMax));
    private readonly ParsedOption<int[]?> _batches = Options.Of<int[]?>("--batches", $"With --table: calls of a batch [default: {CallTablePlan.LoopbackBatches} on loopback, 100 and 500 at a distance]", null, CountList.Of("calls", CallsMax));
    private readonly ParsedOption<double[]> _loss = Options.Of("--loss", $"With --table: shares of packets that are lost, a table each; {NoLoss}: loopback alone", CallTablePlan.Losses, ParseLosses);

    private readonly ParsedOption<CallPath?> _path = Options.Of<CallPath?>("--path", $"With --table: what stands between client and server at a distance: {Packets} (Linux, as root) loses single packets of TCP as of QUIC, {Proxy} holds up a stream's bytes instead, which is kind to HTTP/2 [default: {Packets} where that is permitted]", null, ParsePath, Packets, Proxy);

    private const string Packets = "packets";
    private const string Proxy = "proxy";

    // Each has a stream of its own, of which servers allow so many.
    private const int CallersMax = 1024;
    private const int CallsMax = 1_000_000;

    /// <summary>The option that chooses all this.</summary>
    public Option<bool> Table { get; } = new("--table")
    {
        Description = $"Compares calls of libraries: {string.Join(", ", CallSystem.GroupNames)} in the place of BROKER (quic is Genie.Rpc.Quic there, with a bare QUIC echo beside it, and without --table the messages of Genie.Brokers.Quic; grpc is gRPC over HTTP/2 and HTTP/3). Loopback first, then at a distance of 35 ms with packets lost; writes {Reporting.Calls.CallTable.FileName} and {Reporting.Calls.CallTable.PageName}. Of the other options it takes --repeat [default: {CallTablePlan.DefaultRepetitions}], --out, --json and --quiet",
    };

    /// <summary>Its options.</summary>
    public IReadOnlyList<Option> All => [Table, _threads, _batches, _loss, _path];

    /// <summary>What is asked for.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="named">The groups that are named.</param>
    /// <param name="repetitions">Turns of each system, or null.</param>
    public CallTablePlan Read(ParseResult parsed, IReadOnlyCollection<string> named, int? repetitions) => new()
    {
        Systems = CallSystem.Of(named),
        Callers = _threads.Read(parsed),
        Batches = _batches.Read(parsed),
        LossShares = _loss.Read(parsed)!,
        Repetitions = repetitions ?? CallTablePlan.DefaultRepetitions,
    };

    /// <summary>What is to stand between client and server; null where nothing was asked.</summary>
    public CallPath? ReadPath(ParseResult parsed) => _path.Read(parsed);

    /// <summary>Refuses the table's own options where there is none.</summary>
    /// <exception cref="BadArgumentException">One was given.</exception>
    public void RequireTable(ParseResult parsed)
    {
        if (All.FirstOrDefault(option => option != Table && parsed.GetResult(option) is { Implicit: false }) is { } option)
            throw new BadArgumentException($"{option.Name} is for --table.");
    }

    private static CallPath? ParsePath(string text) => text switch
    {
        Packets => CallPath.Packets,
        Proxy => CallPath.Proxy,
        _ => throw new FormatException($"'{text}' is neither {Packets} nor {Proxy}"),
    };

    private static double[] ParseLosses(string text) => text == NoLoss ? [] : NetworkOption.ParseShares(text, NetworkOption.ParseShare);
}
