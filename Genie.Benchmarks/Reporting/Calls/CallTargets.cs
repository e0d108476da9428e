using System.Globalization;
using Genie.Benchmarks.Load.Calls;
using Genie.Benchmarks.Reporting.Comparison;

namespace Genie.Benchmarks.Reporting.Calls;

/// <summary>Judges cells by the targets of Genie.Rpc.Quic.</summary>
internal static class CallTargets
{
    private const double EchoRatioMax = 1.1;
    private const double AllocatedBytesMax = 1024;
    private const double AllocatedShareMax = 0.25;
    private const double ScalingShareMin = 0.8;
    private const int ScalingCallers = 32;

    /// <summary>Those that the cells can tell about.</summary>
    /// <param name="cells">What was measured.</param>
    /// <param name="cores">Processors of the machine.</param>
    public static IReadOnlyList<CallTarget> Judge(IReadOnlyList<CallCell> cells, int cores) =>
        [.. cells.GroupBy(cell => cell.Network).SelectMany(network => new[] { RatiosTo(network, CallSystem.Http2), RatiosTo(network, CallSystem.Http3) })
            .Concat([AllocationsBesideGrpc(cells), Allocations(cells, "client", row => row.ClientAllocatedBytesPerCall.Median), Allocations(cells, "server", row => row.ServerAllocatedBytesPerCall.Median), Floor(cells), Scaling(cells, cores)])
            .OfType<CallTarget>()];

    private static CallTarget? RatiosTo(IGrouping<string, CallCell> network, CallSystem system)
    {
        var ratios = network.Select(cell => (cell, Measured: cell.RatioOf(system), Published: QuicRpcFigures.RatioOf(cell, system)))
            .Where(each => each is { Measured: not null, Published: not null }).ToList();
        if (ratios.Count == 0) return null;
        // As exact as QuicRpc's are.
        var missed = ratios.Where(each => Math.Round(each.Measured!.Value, 2) < each.Published).ToList();
        var words = missed.Select(each => string.Create(CultureInfo.InvariantCulture, $"{each.cell.Calls} calls, {each.cell.Callers} callers: {each.Measured:0.00} instead of {each.Published:0.00}"));
        return new CallTarget(
            $"{network.Key}: at least QuicRpc's ratios to {system.Title}",
            $"{ratios.Count - missed.Count} of {ratios.Count} cells{string.Concat(words.Select(word => $"; {word}"))}", missed.Count == 0);
    }

    private static CallTarget? AllocationsBesideGrpc(IReadOnlyList<CallCell> cells)
    {
        var shares = Loopback(cells).Select(cell => (Ours: cell.RowOf(CallSystem.Quic), Theirs: cell.RowOf(CallSystem.Http2)))
            .Where(each => each is { Ours: not null, Theirs: not null }).Select(each => each.Ours!.AllocatedBytesPerCall / each.Theirs!.AllocatedBytesPerCall).ToList();
        return shares.Count == 0 ? null : new CallTarget(
            "loopback: a fourth of the allocations of gRPC over HTTP/2 at most, both sides",
            string.Create(CultureInfo.InvariantCulture, $"{shares.Min():0.00} to {shares.Max():0.00} of them"), shares.Max() <= AllocatedShareMax);
    }

    private static CallTarget? Allocations(IReadOnlyList<CallCell> cells, string side, Func<CallRow, double> bytes)
    {
        var values = Loopback(cells).Select(cell => cell.RowOf(CallSystem.Quic)).OfType<CallRow>().Select(bytes).ToList();
        return values.Count == 0 ? null : new CallTarget(
            $"loopback: under 1 KiB allocated a call in the {side}", $"{Figures.Count(values.Min())} to {Figures.Count(values.Max())} B", values.Max() < AllocatedBytesMax);
    }

    private static CallTarget? Floor(IReadOnlyList<CallCell> cells)
    {
        var ratios = Loopback(cells).Where(cell => cell.Callers == 1).Select(cell => 1 / cell.RatioOf(CallSystem.Echo)).OfType<double>().ToList();
        return ratios.Count == 0 ? null : new CallTarget(
            "loopback, 1 caller: a call under 1.1 of a bare echo on a QUIC stream",
            string.Join("; ", ratios.Select(ratio => ratio.ToString("0.00", CultureInfo.InvariantCulture))), ratios.Max() < EchoRatioMax);
    }

    private static CallTarget? Scaling(IReadOnlyList<CallCell> cells, int cores)
    {
        var factors = Loopback(cells).GroupBy(cell => cell.Calls)
            .Select(batch => (One: RowAt(batch, 1), Many: RowAt(batch, ScalingCallers))).Where(pair => pair is { One: not null, Many: not null })
            .Select(pair => pair.One!.MicrosecondsPerCall.Median / pair.Many!.MicrosecondsPerCall.Median).ToList();
        var linear = Math.Min(ScalingCallers, cores);
        return factors.Count == 0 ? null : new CallTarget(
            string.Create(CultureInfo.InvariantCulture, $"loopback: {ScalingCallers} callers get {ScalingShareMin:0.0} of {linear} times the calls of one, as many as there are cores"),
            string.Join("; ", factors.Select(factor => string.Create(CultureInfo.InvariantCulture, $"{factor:0.0} times"))), factors.Min() >= ScalingShareMin * linear);

        static CallRow? RowAt(IEnumerable<CallCell> batch, int callers) => batch.FirstOrDefault(cell => cell.Callers == callers)?.RowOf(CallSystem.Quic);
    }

    private static IEnumerable<CallCell> Loopback(IEnumerable<CallCell> cells) => cells.Where(cell => cell.IsLoopback);
}
