using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Shows only why the command will not end with success.</summary>
/// <param name="error">Where to.</param>
internal sealed class QuietDisplay(TextWriter error) : BenchDisplay
{
    /// <inheritdoc/>
    public override void Say(string line)
    {
    }

    /// <inheritdoc/>
    public override void Complain(string line) => error.WriteLine(line);

    /// <inheritdoc/>
    public override void Begin(LoadJob job)
    {
    }

    /// <inheritdoc/>
    public override void Progress(LoadEvent progress)
    {
    }

    /// <inheritdoc/>
    public override void End(LoadJob job, RunRow? row)
    {
        if (row is { Valid: false }) Complain(string.Join(" | ", RowCells.Of(row, row.Effects is not null)));
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
