using System.Text;
using System.Text.Json;
using Genie.Benchmarks.Load.Games;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Terminal;

namespace Genie.Benchmarks.Commands.Games;

/// <summary>What <c>genie game</c> shows at a terminal of 80 columns, or one JSON object.</summary>
/// <param name="output">Where to.</param>
/// <param name="asJson">True for programs.</param>
internal sealed class GameOutput(TextWriter output, bool asJson)
{
    private const double Thousand = 1e3;

    private string? _loss;

    /// <summary>What will be played.</summary>
    public void Begin(GamePlan plan, GameNetworkChoice? network)
    {
        if (asJson) return;
        var (workload, text) = (plan.Workload, new StringBuilder());
        var late = plan with { Network = network?.Networks[0] };
        var carrier = network is null ? "sockets on loopback" : $"{(plan.IsProxied ? "sockets on loopback and a proxy between them" : "a simulated network")} ({network.Name}: {GameNetwork.Of(network.Networks[0]).Describe()})";
        WrappedText.Append(
            text,
            FormattableString.Invariant($"{workload.Name}: each client sends {workload.RateHertz} states a second of {workload.UpdateBytes} bytes, of which the newest counts, and {workload.EventsPerSecond:0.##} reliable events of {workload.EventBytes} bytes; rooms of {GameWorkload.RoomMembersMax}; {carrier}{(plan.Encrypted ? ", encrypted" : "")}; seed {plan.Seed}. Late is a state that is older than {late.LateAfter.TotalMilliseconds:0} ms when it is seen."),
            hanging: 2);
        text.AppendLine().AppendLine("                    states                     events");
        text.AppendLine(network is null
            ? "over       clients  seen % late %  p50/p99 ms  once %  p50/p99 ms   fair  CPU us"
            : $"{(plan.IsProxied ? "over  " : "loss %")}     clients  seen % late %  p50/p99 ms  once %  p50/p99 ms   fair p99/RTT");
        output.Write(text);
        output.Flush();
    }

    /// <summary>A line.</summary>
    public void Add(GameResult result)
    {
        if (asJson) return;
        var isSimulated = result.Transport == GameResult.Simulated;
        if (!isSimulated && result.Network is { } network && network.DescribeLoss() is var loss && loss != _loss) output.WriteLine($"{_loss = loss} % lost");
        output.WriteLine(FormattableString.Invariant(
            $"{(isSimulated ? result.Network!.DescribeLoss() : result.Transport),-10} {result.Clients,7} {Percent(result.UpdatesSeen, result.Updates),7} {Percent(result.UpdatesLate, result.UpdatesSeen),6} {Latency(result.UpdateLatency),11} {Percent(result.EventsReceived, result.Events),7} {Latency(result.EventLatency),11} {result.Fairness,6:0.0000} {Last(result),7}"));
        foreach (var note in Notes(result)) output.WriteLine($"         {note}");
        output.Flush();
    }

    /// <summary>The end.</summary>
    public void End(GamePlan plan, GameNetworkChoice? network, IReadOnlyList<GameResult> results)
    {
        if (asJson) output.WriteLine(JsonSerializer.Serialize(new GameReport(MachineReader.Read(), network?.Name, plan.Seed, results), GameJsonContext.Default.GameReport));
    }

    private static IEnumerable<string> Notes(GameResult result)
    {
        if (result.ClientsLost > 0) yield return FormattableString.Invariant($"{result.ClientsLost:N0} clients could not connect or lost their connection");
        if (result.EventsDoubled + result.EventsOutOfOrder + result.Malformed > 0)
            yield return FormattableString.Invariant($"events doubled {result.EventsDoubled:N0}, out of order {result.EventsOutOfOrder:N0}; malformed messages {result.Malformed:N0}");
        if (result.BehindMicroseconds > result.LateAfterMilliseconds * Thousand)
            yield return FormattableString.Invariant($"the clients were {result.BehindMicroseconds / 1e6:0.0} s behind at the end: more than this machine can");
    }

    private static string Last(GameResult result) => result switch
    {
        { EventP99RoundTrips: { } roundTrips } => FormattableString.Invariant($"{roundTrips:0.00}"),
        { CpuMicrosecondsPerMessage: > 0 and var cpu } => FormattableString.Invariant($"{cpu:0.0}"),
        _ => "-",
    };

    private static string Percent(long part, long whole) => whole == 0 ? "-" : FormattableString.Invariant($"{Math.Floor(part * 10_000.0 / whole) / 100:0.00}");

    private static string Latency(GameResult.GameLatency latency) => FormattableString.Invariant($"{Milliseconds(latency.P50)}/{Milliseconds(latency.P99)}");

    private static string Milliseconds(double microseconds) => FormattableString.Invariant($"{Math.Round(microseconds / Thousand, microseconds < 10_000 ? 1 : 0)}");
}
