using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Schedules;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>Compiles conditions into one segment's code.</summary>
internal sealed class CodeWriter(SymbolTable symbols)
{
    private readonly List<Instruction> _instructions = [];
    private readonly List<string> _prefixes = [];
    private readonly List<ScheduleTest> _schedules = [];
    private readonly List<CircleShape> _circles = [];
    private readonly List<PolygonShape> _polygons = [];
    private readonly List<ModelScorer> _scorers = [];
    private readonly List<OperandPair> _pairs = [];
    private readonly Dictionary<Schedule, int> _scheduleNumbers = [];
    private readonly Dictionary<RegionCondition, int> _shapeNumbers = new(ReferenceEqualityComparer.Instance);

    /// <summary>Writes a condition, which is nested no deeper than allowed, and returns where it begins.</summary>
    public int Write(Condition condition)
    {
        _shapeNumbers.Clear();
        return Write(condition, Instruction.Holds, Instruction.Fails);
    }

    /// <summary>The circle of the condition written last.</summary>
    public CircleShape this[CircleRegion circle] => _circles[_shapeNumbers[circle]];

    /// <summary>The polygon of the condition written last.</summary>
    public PolygonShape this[PolygonRegion polygon] => _polygons[_shapeNumbers[polygon]];

    public SegmentCode ToCode() => new([.. _instructions], [.. _prefixes], [.. _schedules], [.. _circles], [.. _polygons], [.. _scorers], [.. _pairs]);

    // Backwards, so that where a test goes on is known when it is written.
    private int Write(Condition condition, int onTrue, int onFalse)
    {
        switch (condition)
        {
            case AllOf all:
                foreach (var each in all.Conditions.OrderByDescending(Cost)) onTrue = Write(each, onTrue, onFalse);
                return onTrue;
            case AnyOf any:
                foreach (var each in any.Conditions.OrderByDescending(Cost)) onFalse = Write(each, onTrue, onFalse);
                return onFalse;
            case Not not:
                return Write(not.Inner, onFalse, onTrue);
            default:
                _instructions.Add(Leaf(condition) with { OnTrue = onTrue, OnFalse = onFalse });
                return _instructions.Count - 1;
        }
    }

    private Instruction Leaf(Condition condition) => condition switch
    {
        OfKind kind => new(TestKind.Kind, symbols.AddKind(kind.EventKind), 0, 0, 0),
        OfKey key => new(TestKind.Key, symbols.AddKey(key.EventKey), 0, 0, 0),
        OfValue value => new(TestKind.Value, (int)value.Comparison, BitConverter.DoubleToUInt64Bits(value.Bound), 0, 0),
        HasOperand { Operand: ModelScore score } => new(TestKind.ScorePresence, Number(score), 0, 0, 0),
        OfOperand { Operand: ModelScore score } compared => LeafOf(TestKind.Score, Number(score), compared),
        HasOperand has => new(TestKind.OperandPresence, symbols.Operands.Add(has.Operand).Slot, 0, 0, 0),
        OfOperand compared => LeafOf(compared, symbols.Operands.Add(compared.Operand)),
        OfOperands pair => new(TestKind.Pair, Add(pair), 0, 0, 0),
        OfKeyPrefix prefix => new(TestKind.KeyPrefix, Add(prefix.Prefix), 0, 0, 0),
        DuringSchedule during => new(TestKind.Schedule, Number(during.Schedule), (ulong)symbols.AddZone(during.Schedule.TimeZone), 0, 0),
        InRegion { Region: AreaRegion area } => new(TestKind.Area, symbols.AddArea(area), (ulong)area.Layer, 0, 0),
        InRegion { Region: CellRegion cell } => LeafOf(Geohash.Parse(cell.Geohash)),
        InRegion { Region: CircleRegion circle } => new(TestKind.Circle, Number(circle, _circles, static region => new CircleShape(region)), 0, 0, 0),
        InRegion { Region: PolygonRegion polygon } => new(TestKind.Polygon, Number(polygon, _polygons, static region => new PolygonShape(region)), 0, 0, 0),
        _ => throw new InvalidOperationException($"{condition.GetType().Name} cannot be compiled."),
    };

    private static Instruction LeafOf(GridCell cell) => new(TestKind.Cell, GridCell.BitsMax - cell.Bits, cell.Prefix, 0, 0);

    private static Instruction LeafOf(OfOperand condition, OperandSymbol operand) => condition.Bound.Kind switch
    {
        AttributeKind.Text => new(TestKind.OperandText, operand.Slot, (ulong)operand.AddText(condition.Bound.Text), 0, 0),
        AttributeKind.Boolean => new(TestKind.OperandBoolean, operand.Slot, condition.Bound.IsTrue ? 1UL : 0, 0, 0),
        _ => LeafOf(TestKind.OperandNumber, operand.Slot, condition),
    };

    private static Instruction LeafOf(TestKind test, int number, OfOperand condition) =>
        new(test, (number << Instruction.ComparisonBits) | (int)condition.Comparison, BitConverter.DoubleToUInt64Bits(condition.Bound.Number), 0, 0);

    private int Add(string prefix)
    {
        _prefixes.Add(prefix);
        return _prefixes.Count - 1;
    }

    private int Add(OfOperands condition)
    {
        _pairs.Add(symbols.Operands.Add(condition));
        return _pairs.Count - 1;
    }

    private int Number(Schedule schedule)
    {
        if (_scheduleNumbers.TryGetValue(schedule, out var number)) return number;
        _schedules.Add(new ScheduleTest(schedule));
        return _scheduleNumbers[schedule] = _schedules.Count - 1;
    }

    private int Number(ModelScore score)
    {
        var scorer = symbols.Operands.Add(score);
        if (_scorers.IndexOf(scorer) is >= 0 and var number) return number;
        _scorers.Add(scorer);
        return _scorers.Count - 1;
    }

    private int Number<TRegion, TShape>(TRegion region, List<TShape> shapes, Func<TRegion, TShape> make)
        where TRegion : RegionCondition
    {
        if (_shapeNumbers.TryGetValue(region, out var number)) return number;
        shapes.Add(make(region));
        return _shapeNumbers[region] = shapes.Count - 1;
    }

    private static int Cost(Condition condition) => condition switch
    {
        OfOperand { Operand: ModelScore } or HasOperand { Operand: ModelScore } => 1000,
        OfKind or OfKey or OfValue or HasOperand or OfOperand => 0,
        OfOperands => 1,
        InRegion { Region: AreaRegion } => 1,
        InRegion { Region: CellRegion } or OfKeyPrefix => 2,
        InRegion { Region: CircleRegion } => 4,
        InRegion => 10,
        DuringSchedule => 3,
        Not not => Cost(not.Inner),
        AllOf all => all.Conditions.Sum(Cost),
        AnyOf any => any.Conditions.Sum(Cost),
        _ => 0,
    };
}
