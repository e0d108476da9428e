using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Schedules;

namespace Genie.Extensions.Genius.Rules;

/// <summary>What an event must be like: a kind, a key, a value, an attribute or another operand, a region, a schedule, or a combination by <c>&amp;</c>, <c>|</c> and <c>!</c>.</summary>
public abstract record Condition
{
    /// <summary>The levels of conditions in conditions that a rule may have, its outermost one included. Its protobuf message stays readable: readers stop at 100 levels of messages.</summary>
    public const int NestingMax = 32;

    private protected Condition()
    {
    }

    /// <summary>Every event.</summary>
    public static Condition Always { get; } = new AllOf([]);

    /// <summary>Events of a kind.</summary>
    public static Condition Kind(string kind) => new OfKind(kind);

    /// <summary>Events in a region.</summary>
    public static Condition In(RegionCondition region) => new InRegion(region);

    /// <summary>Events within a schedule.</summary>
    public static Condition During(Schedule schedule) => new DuringSchedule(schedule);

    /// <summary>Events of a key: their <see cref="Events.GeniusEvent.Key"/>.</summary>
    public static Condition Key(string key) => new OfKey(key);

    /// <summary>Events whose key begins with a text.</summary>
    public static Condition KeyStartsWith(string prefix) => new OfKeyPrefix(prefix);

    /// <summary>Events whose value stands to a bound as said.</summary>
    public static Condition Value(Comparison comparison, double bound) => new OfValue(comparison, bound);

    /// <summary>Events that have an attribute of that value.</summary>
    public static Condition Attribute(string name, AttributeValue value) => Attribute(name, Comparison.Equal, value);

    /// <summary>Events that have an attribute which stands to a bound as said.</summary>
    /// <exception cref="ArgumentException">No attribute can have that name, or the bound is no number and compared otherwise than by <see cref="Comparison.Equal"/>.</exception>
    public static Condition Attribute(string name, Comparison comparison, AttributeValue bound) => new OfOperand(new AttributeOperand(name), comparison, bound);

    /// <summary>Events that have an attribute of that name.</summary>
    /// <exception cref="ArgumentException">No attribute can have that name.</exception>
    public static Condition HasAttribute(string name) => new HasOperand(new AttributeOperand(name));

    /// <summary>Both.</summary>
    public static Condition operator &(Condition left, Condition right) => new AllOf([left, right]);

    /// <summary>At least one.</summary>
    public static Condition operator |(Condition left, Condition right) => new AnyOf([left, right]);

    /// <summary>Not so.</summary>
    public static Condition operator !(Condition condition) => new Not(condition);

    /// <summary>Both.</summary>
    public static Condition BitwiseAnd(Condition left, Condition right) => left & right;

    /// <summary>At least one.</summary>
    public static Condition BitwiseOr(Condition left, Condition right) => left | right;

    /// <summary>Not so.</summary>
    public static Condition LogicalNot(Condition condition) => !condition;
}
