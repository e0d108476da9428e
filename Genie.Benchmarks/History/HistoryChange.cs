namespace Genie.Benchmarks.History;

/// <summary>Where a measure changed.</summary>
/// <param name="Index">The first measurement that shows it.</param>
/// <param name="Before">The median before, since the last change.</param>
/// <param name="After">The median from then on, until the next one.</param>
internal sealed record HistoryChange(int Index, double Before, double After)
{
    /// <summary>What came after over what was before.</summary>
    public double Ratio => After / Before;
}
