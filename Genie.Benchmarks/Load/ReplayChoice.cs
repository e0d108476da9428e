using System.Globalization;
using Genie.Benchmarks.Load.Pacing;

namespace Genie.Benchmarks.Load;

/// <summary>A recorded stream, sent at its own times.</summary>
/// <param name="Field">The property of each of its JSON lines that holds the time.</param>
/// <param name="Speed">How much faster than it was recorded.</param>
internal sealed record ReplayChoice(string Field, double Speed)
{
    /// <summary>Reads the times of a workload's messages.</summary>
    /// <exception cref="FormatException">They have none.</exception>
    /// <exception cref="IOException">They cannot be read.</exception>
    public Recording Read(WorkloadChoice workload) => Recording.Read(workload.PayloadFile?.Read() ?? [], Field, Speed);

    /// <summary>For people: <c>by time, 2 x as fast</c>.</summary>
    public override string ToString() => $"by {Field}{(Speed == 1 ? "" : string.Create(CultureInfo.InvariantCulture, $", {Speed:0.###} x as fast"))}";
}
