using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Shows nothing.</summary>
internal sealed class QuietDisplay : BenchDisplay
{
    /// <inheritdoc/>
    public override void Say(string line)
    {
    }

    /// <inheritdoc/>
    public override void Begin(LoadJob job)
    {
    }

    /// <inheritdoc/>
    public override void Progress(LoadEvent progress)
    {
    }

    /// <inheritdoc/>
    public override void End(RunRow row)
    {
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
