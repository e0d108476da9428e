using System.Numerics;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Schedules;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>Rules with the index that finds those an event may match. Never changes; rules that are gone are left out by a mask.</summary>
internal sealed class RuleSegment
{
    private readonly Rule[] _rules;
    private readonly int[] _entries;
    private readonly SegmentCode _code;
    private readonly PostingTable _table;
    private readonly int[] _unfiled;
    private readonly int[] _zones;
    private readonly ulong _cellLengths;
    private readonly bool _hasEventKeys;
    private readonly bool _hasOperands;
    private readonly bool _hasPlainKeys;
    private readonly bool _hasKindKeys;

    /// <param name="rules">The rules.</param>
    /// <param name="entries">Where each one's condition begins.</param>
    /// <param name="code">The conditions.</param>
    /// <param name="filed">The keys with rules' numbers; the complement of a number where an event may have several keys of that rule.</param>
    /// <param name="unfiled">Numbers of the rules that any event may match.</param>
    public RuleSegment(Rule[] rules, int[] entries, SegmentCode code, List<KeyValuePair<ulong, int>> filed, int[] unfiled)
    {
        (_rules, _entries, _code, _unfiled) = (rules, entries, code, unfiled);
        _table = new PostingTable(filed);
        var zones = new HashSet<int>();
        foreach (var (key, _) in filed)
        {
            if (IndexKey.BitsOf(key) is >= 0 and var bits) _cellLengths |= 1UL << bits;
            if (IndexKey.ZoneOf(key) is >= 0 and var zone) zones.Add(zone);
            _hasEventKeys |= IndexKey.IsEventKey(key);
            _hasOperands |= IndexKey.IsOperand(key);
            if (IndexKey.HasKind(key)) _hasKindKeys = true;
            else _hasPlainKeys = true;
        }

        _zones = [.. zones];
    }

    /// <summary>The rules.</summary>
    public ReadOnlySpan<Rule> Rules => _rules;

    /// <summary>Adds the names of the rules that hold.</summary>
    /// <param name="facts">The event.</param>
    /// <param name="gone">A bit a rule that is gone; null: none.</param>
    /// <param name="ids">Where the names go.</param>
    /// <param name="repeated">An empty list to work with; empty again afterwards.</param>
    public void Match(EventFacts facts, ulong[]? gone, ICollection<string> ids, List<int> repeated)
    {
        var match = new SegmentMatch(facts, gone, ids, repeated);
        Try(_unfiled, match);
        if (_hasKindKeys && facts.Kind != 0) Try(_table.Find(IndexKey.WithKind(IndexKey.None, facts.Kind)), match);
        if (_hasEventKeys && facts.Key != 0) TryKey(IndexKey.OfEventKey(facts.Key), match);
        if (_hasOperands)
        {
            foreach (var number in facts.Operands.Numbers) TryKey(IndexKey.OfOperand(number), match);
        }

        foreach (var area in facts.Areas)
        {
            if (area != 0) TryKey(IndexKey.OfArea(area), match);
        }

        if (facts.Place.IsValid)
        {
            for (var lengths = _cellLengths; lengths != 0; lengths &= lengths - 1)
            {
                var bits = BitOperations.TrailingZeroCount(lengths);
                TryKey(IndexKey.OfCell(new GridCell(facts.Place.Code >> (GridCell.BitsMax - bits), bits)), match);
            }
        }

        foreach (var zone in _zones) TryKey(IndexKey.OfHour(zone, ZoneClock.HourOfWeek(facts.LocalTicks(zone))), match);
        if (repeated.Count > 0) AddOnce(repeated, ids);
    }

    private void TryKey(ulong key, in SegmentMatch match)
    {
        if (_hasPlainKeys) Try(_table.Find(key), match);
        if (_hasKindKeys && match.Facts.Kind != 0) Try(_table.Find(IndexKey.WithKind(key, match.Facts.Kind)), match);
    }

    private void Try(ReadOnlySpan<int> numbers, in SegmentMatch match)
    {
        foreach (var each in numbers)
        {
            var number = each ^ (each >> 31);
            if (match.Gone is { } gone && (gone[number >> 6] & (1UL << number)) != 0) continue;
            if (!_code.Holds(_entries[number], match.Facts)) continue;
            if (each >= 0) match.Ids.Add(_rules[number].Id);
            else match.Repeated.Add(number);
        }
    }

    private void AddOnce(List<int> repeated, ICollection<string> ids)
    {
        repeated.Sort();
        var last = -1;
        foreach (var number in repeated)
        {
            if (number != last) ids.Add(_rules[number].Id);
            last = number;
        }

        repeated.Clear();
    }

    private readonly record struct SegmentMatch(EventFacts Facts, ulong[]? Gone, ICollection<string> Ids, List<int> Repeated);
}
