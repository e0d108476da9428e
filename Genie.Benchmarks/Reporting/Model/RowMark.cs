namespace Genie.Benchmarks.Reporting.Model;

/// <summary>Something that limits what a row says: whether it is valid, whether it is ranked, how long or for which rate its figures hold.</summary>
/// <param name="Kind">One of <see cref="RowMarkKinds"/>.</param>
/// <param name="Text">The reason with its figures: <c>1 connection x 1 in flight, but 1.31 by throughput x mean</c>.</param>
public sealed record RowMark(string Kind, string Text);
