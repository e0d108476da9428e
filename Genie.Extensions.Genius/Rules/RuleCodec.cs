using Genie.Extensions.Genius.Messages;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Between <see cref="Rule"/> and its protobuf message (<c>Protos/genie/genius/rules.proto</c>).</summary>
public static class RuleCodec
{
    /// <summary>The message of a rule.</summary>
    public static RuleDefinition ToMessage(Rule rule)
    {
        ArgumentNullException.ThrowIfNull(rule);
        return new RuleDefinition { Id = rule.Id, When = ToMessage(rule.When) };
    }

    /// <summary>The rule of a message.</summary>
    /// <exception cref="MalformedRuleException">It lacks something.</exception>
    public static Rule FromMessage(RuleDefinition message)
    {
        ArgumentNullException.ThrowIfNull(message);
        if (message.Id.Length == 0) throw new MalformedRuleException("A rule needs an id.");
        return new Rule(message.Id, FromMessage(message.When));
    }

    /// <summary>The bytes of a rule's message.</summary>
    public static byte[] Encode(Rule rule) => ToMessage(rule).ToByteArray();

    /// <summary>Reads an encoded message.</summary>
    /// <exception cref="MalformedRuleException">Not such a message, or one that lacks something.</exception>
    public static Rule Decode(ReadOnlySpan<byte> encoded)
    {
        try
        {
            return FromMessage(RuleDefinition.Parser.ParseFrom(encoded));
        }
        catch (InvalidProtocolBufferException error)
        {
            throw new MalformedRuleException("These bytes are no rule: " + error.Message, error);
        }
    }

    private static RuleCondition ToMessage(Condition condition) => condition switch
    {
        AllOf all => new RuleCondition { AllOf = ToMessage(all.Conditions) },
        AnyOf any => new RuleCondition { AnyOf = ToMessage(any.Conditions) },
        Not not => new RuleCondition { Not = ToMessage(not.Inner) },
        OfKind kind => new RuleCondition { Kind = kind.EventKind },
        OfKey key => new RuleCondition { Key = key.EventKey },
        OfKeyPrefix prefix => new RuleCondition { KeyPrefix = prefix.Prefix },
        OfValue value => new RuleCondition { Value = new RuleValue { Comparison = (RuleValue.Types.Comparison)value.Comparison, Bound = value.Bound } },
        OfOperand compared => new RuleCondition { Comparison = OperandCodec.ToMessage(compared) },
        OfOperands pair => new RuleCondition { Operands = OperandCodec.ToMessage(pair) },
        HasOperand has => new RuleCondition { Has = OperandCodec.ToMessage(has.Operand) },
        InRegion inside => new RuleCondition { Region = RegionCodec.ToMessage(inside.Region) },
        DuringSchedule during => new RuleCondition { Schedule = ScheduleCodec.ToMessage(during.Schedule) },
        _ => throw new InvalidOperationException($"{condition.GetType().Name} has no message."),
    };

    private static RuleConditions ToMessage(IReadOnlyList<Condition> conditions) => new() { Conditions = { conditions.Select(ToMessage) } };

    private static Condition FromMessage(RuleCondition? message) => message?.ConditionCase switch
    {
        RuleCondition.ConditionOneofCase.AllOf => new AllOf([.. message.AllOf.Conditions.Select(FromMessage)]),
        RuleCondition.ConditionOneofCase.AnyOf => new AnyOf([.. message.AnyOf.Conditions.Select(FromMessage)]),
        RuleCondition.ConditionOneofCase.Not => new Not(FromMessage(message.Not)),
        RuleCondition.ConditionOneofCase.Kind => new OfKind(message.Kind),
        RuleCondition.ConditionOneofCase.Key => new OfKey(message.Key),
        RuleCondition.ConditionOneofCase.KeyPrefix => new OfKeyPrefix(message.KeyPrefix),
        RuleCondition.ConditionOneofCase.Value => FromMessage(message.Value),
        RuleCondition.ConditionOneofCase.Comparison => OperandCodec.FromMessage(message.Comparison),
        RuleCondition.ConditionOneofCase.Operands => OperandCodec.FromMessage(message.Operands),
        RuleCondition.ConditionOneofCase.Has => OperandCodec.FromHas(message.Has),
        RuleCondition.ConditionOneofCase.Region => new InRegion(RegionCodec.FromMessage(message.Region)),
        RuleCondition.ConditionOneofCase.Schedule => new DuringSchedule(ScheduleCodec.FromMessage(message.Schedule)),
        _ => throw new MalformedRuleException("A condition without content, or of a kind that this version does not know."),
    };

    private static OfValue FromMessage(RuleValue message) => Enum.IsDefined((Comparison)message.Comparison) && double.IsFinite(message.Bound)
        ? new OfValue((Comparison)message.Comparison, message.Bound)
        : throw new MalformedRuleException("A value is compared in a way that this version does not know, or with what is no finite number.");
}
