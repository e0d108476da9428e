using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Schedules;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>The compiled conditions of a segment's rules. Never changes.</summary>
internal sealed class SegmentCode(Instruction[] instructions, string[] prefixes, ScheduleTest[] schedules, CircleShape[] circles, PolygonShape[] polygons, ModelScorer[] scorers, OperandPair[] pairs)
{
    /// <summary>True if the condition that begins at an instruction holds.</summary>
    public bool Holds(int entry, EventFacts facts)
    {
        var next = entry;
        while (next >= 0)
        {
            ref readonly var instruction = ref instructions[next];
            next = Test(instruction, facts) ? instruction.OnTrue : instruction.OnFalse;
        }

        return next == Instruction.Holds;
    }

    private bool Test(in Instruction instruction, EventFacts facts) => instruction.Test switch
    {
        TestKind.Kind => facts.Kind == instruction.Operand,
        TestKind.Key => facts.Key == instruction.Operand,
        TestKind.Value => Compare(facts.Value, (Comparison)instruction.Operand, BitConverter.UInt64BitsToDouble(instruction.Value)),
        TestKind.OperandPresence => facts.Operands.Has(instruction.Operand),
        TestKind.OperandText => facts.Operands.HasText(instruction.Operand, (int)instruction.Value),
        TestKind.OperandBoolean => facts.Operands.IsBoolean(instruction.Operand, instruction.Value != 0),
        TestKind.OperandNumber => TestNumber(instruction, facts.Operands),
        TestKind.Pair => pairs[instruction.Operand].Holds(facts),
        TestKind.KeyPrefix => facts.KeyText.StartsWith(prefixes[instruction.Operand], StringComparison.Ordinal),
        TestKind.Area => facts.Areas[(int)instruction.Value] == instruction.Operand,
        TestKind.Schedule => schedules[instruction.Operand].Contains(facts.LocalTicks((int)instruction.Value)),
        TestKind.ScorePresence => !double.IsNaN(facts.Operands.ScoreOf(scorers[instruction.Operand], facts)),
        TestKind.Score => TestScore(instruction, facts),
        _ => facts.Place.IsValid && instruction.Test switch
        {
            TestKind.Cell => facts.Place.Code >> instruction.Operand == instruction.Value,
            TestKind.Circle => circles[instruction.Operand].Contains(facts.Vector),
            _ => polygons[instruction.Operand].Contains(facts.Place),
        },
    };

    private static bool TestNumber(in Instruction instruction, OperandFacts operands) => Compare(operands.NumberOf(instruction.Operand >> Instruction.ComparisonBits), instruction);

    private bool TestScore(in Instruction instruction, EventFacts facts) => Compare(facts.Operands.ScoreOf(scorers[instruction.Operand >> Instruction.ComparisonBits], facts), instruction);

    private static bool Compare(double number, in Instruction instruction) =>
        Compare(number, (Comparison)(instruction.Operand & ((1 << Instruction.ComparisonBits) - 1)), BitConverter.UInt64BitsToDouble(instruction.Value));

    /// <summary>True if a number stands to another one as said.</summary>
    public static bool Compare(double value, Comparison comparison, double bound) => comparison switch
    {
        Comparison.Equal => value == bound,
        Comparison.Less => value < bound,
        Comparison.LessOrEqual => value <= bound,
        Comparison.Greater => value > bound,
        _ => value >= bound,
    };
}
