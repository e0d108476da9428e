using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Changes;

/// <summary>Compares a single number, string, bytes, boolean or enumeration, with or without presence.</summary>
internal sealed class ScalarFieldComparer<T, TValue>(FieldDescriptor field, Func<T, TValue> get) : FieldComparer<T>(field)
    where T : class, IMessage<T>
{
    private readonly IFieldAccessor? _presence = field.HasPresence ? field.Accessor : null;
    private readonly EnumDescriptor? _enumeration = Scalar<TValue>.EnumerationOf(field);

    public override void Compare(T before, T after, ChangeList changes)
    {
        var (valueBefore, valueAfter) = (get(before), get(after));
        var (isBefore, isAfter) = _presence is null ? (true, true) : (_presence.HasValue(before), _presence.HasValue(after));
        if (isBefore == isAfter && Scalar<TValue>.AreEqual(valueBefore, valueAfter)) return;
        changes.Enter(Segment);
        changes.Record(
            isBefore ? Scalar<TValue>.ToChangeValue(valueBefore, _enumeration) : ChangeValue.Absent,
            isAfter ? Scalar<TValue>.ToChangeValue(valueAfter, _enumeration) : ChangeValue.Absent);
        changes.Leave();
    }
}
