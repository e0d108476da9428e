using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Schedules;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>
/// Chooses what a rule is filed under. Of a conjunction one member will do, so the one that the fewest events meet (the access predicate of
/// F. Fabret et al., "Filtering algorithms and implementation for very fast publish/subscribe systems", SIGMOD 2001, 3), together with the kind;
/// of a disjunction all are needed. Negations are moved inwards by De Morgan's laws; a negated test files nothing.
/// </summary>
internal sealed class IndexKeyPlanner(SymbolTable symbols, CodeWriter code)
{
    private const int KeysMax = 1024;
    private const double KindShare = 0.05;
    private const double KeyShare = 0.0001;
    private const double PresenceShare = 0.2;
    private const double TextShare = 0.001;

    private static readonly double[] LayerShares = [0.05, 0.005, 0.0005, 0.0001, 0.00005];

    /// <summary>The plan for the condition that was compiled last; null if any event may match it.</summary>
    public IndexKeyPlan? Choose(Condition condition) => Choose(condition, isWanted: true, kinds: null);

    private IndexKeyPlan? Choose(Condition condition, bool isWanted, IReadOnlyList<int>? kinds) => (condition, isWanted) switch
    {
        (Not not, _) => Choose(not.Inner, !isWanted, kinds),
        (AllOf all, true) => OfAll(all.Conditions, isWanted, kinds),
        (AnyOf any, false) => OfAll(any.Conditions, isWanted, kinds),
        (AnyOf any, true) => OfAny(any.Conditions, isWanted, kinds),
        (AllOf all, false) => OfAny(all.Conditions, isWanted, kinds),
        (OfKind kind, true) when kinds is null => OfKinds(KindsOf(kind, isWanted)),
        (OfKey key, true) => WithKinds(new IndexKeyPlan([IndexKey.OfEventKey(symbols.AddKey(key.EventKey))], KeyShare, IsDisjoint: true), kinds),
        (HasOperand { Operand: ModelScore score }, true) => OfScore(symbols.Operands.Add(score), kinds),
        (OfOperand { Operand: ModelScore score }, true) => OfScore(symbols.Operands.Add(score), kinds),
        (HasOperand has, true) => WithKinds(OfOperand(symbols.Operands.Add(has.Operand).Presence, PresenceShare), kinds),
        (OfOperand compared, true) => WithKinds(OfComparison(compared, symbols.Operands.Add(compared.Operand)), kinds),
        (OfOperands pair, true) => symbols.Operands.Add(pair).Presence is { } presence ? WithKinds(OfOperand(presence, PresenceShare), kinds) : OfKinds(kinds),
        (InRegion inside, true) => WithKinds(OfRegion(inside.Region), kinds),
        (DuringSchedule during, true) => WithKinds(OfSchedule(during.Schedule), kinds),
        _ => OfKinds(kinds),
    };

    // Who lacks a feature has no score.
    private static IndexKeyPlan? OfScore(ModelScorer scorer, IReadOnlyList<int>? kinds) => scorer.Presence is { } presence ? WithKinds(OfOperand(presence, PresenceShare), kinds) : OfKinds(kinds);

    private IndexKeyPlan? OfAll(IReadOnlyList<Condition> conditions, bool isWanted, IReadOnlyList<int>? kinds)
    {
        foreach (var each in conditions) kinds ??= KindsOf(each, isWanted);
        var best = OfKinds(kinds);
        foreach (var each in conditions)
        {
            var plan = Choose(each, isWanted, kinds);
            if (plan is not null && (best is null || plan.Share < best.Share)) best = plan;
        }

        return best;
    }

    private IndexKeyPlan? OfAny(IReadOnlyList<Condition> conditions, bool isWanted, IReadOnlyList<int>? kinds)
    {
        var (keys, share) = (new HashSet<ulong>(), 0.0);
        var isDisjoint = true;
        foreach (var each in conditions)
        {
            if (Choose(each, isWanted, kinds) is not { } plan || keys.Count + plan.Keys.Count > KeysMax) return OfKinds(kinds);
            isDisjoint &= plan.IsDisjoint && keys.Count == 0;
            keys.UnionWith(plan.Keys);
            share += plan.Share;
        }

        return new IndexKeyPlan([.. keys], share, isDisjoint);
    }

    /// <summary>The kinds that a condition admits, where it is about kinds only.</summary>
    private List<int>? KindsOf(Condition condition, bool isWanted)
    {
        switch (condition)
        {
            case Not not:
                return KindsOf(not.Inner, !isWanted);
            case OfKind kind when isWanted:
                return symbols.AddKind(kind.EventKind) is var number and <= IndexKey.KindMax ? [number] : null;
            case AnyOf any when isWanted:
                var kinds = new List<int>();
                foreach (var each in any.Conditions)
                {
                    if (KindsOf(each, isWanted) is not { } more) return null;
                    kinds.AddRange(more.Except(kinds).ToArray());
                }

                return kinds;
            default:
                return null;
        }
    }

    private static IndexKeyPlan? OfKinds(IReadOnlyList<int>? kinds) => kinds is null || kinds.Count > KeysMax
        ? null
        : new IndexKeyPlan([.. kinds.Select(kind => IndexKey.WithKind(IndexKey.None, kind))], KindShare * kinds.Count, IsDisjoint: true);

    private static IndexKeyPlan? WithKinds(IndexKeyPlan plan, IReadOnlyList<int>? kinds)
    {
        if (kinds is null) return plan;
        if (plan.Keys.Count * kinds.Count > KeysMax) return plan;
        return plan with { Keys = [.. kinds.SelectMany(kind => plan.Keys.Select(key => IndexKey.WithKind(key, kind)))], Share = plan.Share * KindShare * kinds.Count };
    }

    private static IndexKeyPlan OfOperand(int number, double share) => new([IndexKey.OfOperand(number)], share, IsDisjoint: true);

    private static IndexKeyPlan OfComparison(OfOperand condition, OperandSymbol operand) => condition.Bound.Kind == AttributeKind.Text
        ? OfOperand(operand.AddText(condition.Bound.Text), TextShare)
        : OfOperand(operand.Presence, PresenceShare);

    private IndexKeyPlan OfSchedule(Schedule schedule)
    {
        var zone = symbols.AddZone(schedule.TimeZone);
        var hours = new ScheduleTest(schedule).HoursOfWeek();
        return new IndexKeyPlan([.. hours.Select(hour => IndexKey.OfHour(zone, hour))], (double)hours.Count / ZoneClock.HoursPerWeek, IsDisjoint: true);
    }

    private IndexKeyPlan OfRegion(RegionCondition region)
    {
        if (region is AreaRegion area) return new IndexKeyPlan([IndexKey.OfArea(symbols.AddArea(area))], LayerShares[(int)area.Layer], IsDisjoint: true);
        var cells = new List<GridCell>();
        switch (region)
        {
            case CellRegion cell:
                cells.Add(Geohash.Parse(cell.Geohash));
                break;
            case CircleRegion circle:
                CellCover.Add(code[circle].Box, static _ => true, cells);
                break;
            case PolygonRegion polygon:
                CellCover.Add(code[polygon].Box, code[polygon].MayTouch, cells);
                break;
        }

        // Events crowd where people live: a cell has more of them than its share of the Earth.
        const double Crowding = 20;
        return new IndexKeyPlan([.. cells.Select(IndexKey.OfCell)], Math.Min(1, cells.Sum(cell => Crowding * Math.ScaleB(1, -cell.Bits))), IsDisjoint: true);
    }
}
