namespace Genie.Brokers.Conformance.Tools;

/// <summary>Measures what the whole process allocates for one operation, once buffers have grown and code is compiled.</summary>
internal static class AllocationMeter
{
    private const int WarmUpCount = 2_000;
    private const int Count = 10_000;
    private const int Attempts = 4;

    /// <summary>Runs the operation many times and fails if the best attempt allocates more than allowed.</summary>
    /// <remarks>The best of some attempts: background compilation and other work of the process only ever add.</remarks>
    public static async Task ExpectAtMostAsync(long bytesMax, string unit, Func<int, Task> run)
    {
        await run(WarmUpCount).ConfigureAwait(false);
        var best = double.MaxValue;
        for (var attempt = 0; attempt < Attempts && best > bytesMax; attempt++)
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            await run(Count).ConfigureAwait(false);
            best = Math.Min(best, (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)Count);
        }

        Expect.That(best <= bytesMax, $"at most {bytesMax} bytes allocated per {unit}", $"{best:0.0}");
    }
}
