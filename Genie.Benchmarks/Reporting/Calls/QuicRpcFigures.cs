using Genie.Benchmarks.Load.Calls;

namespace Genie.Benchmarks.Reporting.Calls;

/// <summary>
/// By what factor gRPC took longer than QuicRpc, as QuicRpc's own README has it (Wodsoft.QuicRpc, section on performance; the column Ratio of BenchmarkDotNet).
/// Its loopback figures are of one process on an i9-13900HK, its others of two machines 35 ms apart.
/// </summary>
internal static class QuicRpcFigures
{
    private static readonly Dictionary<(double? LossPercent, int Calls, int Callers), (double Http2, double Http3)> Ratios = new()
    {
        [(null, 1000, 1)] = (0.47, 1.96),
        [(null, 1000, 8)] = (2.52, 5.24),
        [(null, 5000, 8)] = (1.99, 4.96),
        [(null, 5000, 16)] = (2.32, 5.88),
        [(null, 5000, 32)] = (1.55, 5.46),
        [(0, 100, 8)] = (1.00, 1.00),
        [(0, 100, 16)] = (1.00, 1.02),
        [(0, 100, 32)] = (1.00, 1.01),
        [(0, 500, 64)] = (1.02, 1.27),
        [(0, 500, 128)] = (1.04, 2.55),
        [(1, 100, 8)] = (1.13, 1.08),
        [(1, 100, 16)] = (1.17, 1.05),
        [(1, 100, 32)] = (1.20, 1.03),
        [(1, 500, 64)] = (1.51, 1.30),
        [(1, 500, 128)] = (1.81, 2.45),
        [(3, 100, 8)] = (1.32, 1.11),
        [(3, 100, 16)] = (1.47, 1.11),
        [(3, 100, 32)] = (1.72, 1.14),
        [(3, 500, 64)] = (2.03, 1.39),
        [(3, 500, 128)] = (2.57, 2.44),
    };

    /// <summary>QuicRpc's ratio in a cell; null where it has none, or for what it did not measure.</summary>
    public static double? RatioOf(CallCell cell, CallSystem system)
    {
        if (!Ratios.TryGetValue((cell.IsLoopback ? null : cell.LossPercent, cell.Calls, cell.Callers), out var ratios)) return null;
        if (system == CallSystem.Http2) return ratios.Http2;
        return system == CallSystem.Http3 ? ratios.Http3 : null;
    }
}
