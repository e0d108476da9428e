namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>One test of a compiled condition, and where to go on with its result: short-circuit code, as compilers make of boolean expressions.</summary>
/// <param name="Test">What is tested.</param>
/// <param name="Operand">The kind's, key's or area's number, the comparison, the cell's shift, an operand's slot or a model's place in the segment's list (with the comparison of numbers below it), or the place in the list of prefixes, schedules, circles or polygons.</param>
/// <param name="Value">The bits of the cell or of the bound, or the area's layer, or the schedule's zone, or the number of an operand's text.</param>
/// <param name="OnTrue">The instruction after a yes, or an end.</param>
/// <param name="OnFalse">The instruction after a no, or an end.</param>
internal readonly record struct Instruction(TestKind Test, int Operand, ulong Value, int OnTrue, int OnFalse)
{
    /// <summary>The end of a condition that holds.</summary>
    public const int Holds = -1;

    /// <summary>The end of one that does not.</summary>
    public const int Fails = -2;

    /// <summary>The bits of <see cref="Operand"/> that a comparison takes.</summary>
    public const int ComparisonBits = 3;
}
