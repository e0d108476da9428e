using Google.Protobuf;
using Google.Protobuf.Collections;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Changes;

/// <summary>Compares a map of scalars by its keys.</summary>
internal sealed class ScalarMapComparer<T, TKey, TValue>(FieldDescriptor field, Func<T, MapField<TKey, TValue>> get)
    : MapComparer<T, TKey, TValue>(field, get)
    where T : class, IMessage<T>
    where TKey : notnull
{
    private readonly EnumDescriptor? _enumeration = Scalar<TValue>.EnumerationOf(field.MessageType.FindFieldByNumber(2));

    protected override void Changed(TValue before, TValue after, ChangeList changes)
    {
        if (Scalar<TValue>.AreEqual(before, after)) return;
        changes.Record(Scalar<TValue>.ToChangeValue(before, _enumeration), Scalar<TValue>.ToChangeValue(after, _enumeration));
    }

    protected override void Added(TValue after, ChangeList changes) =>
        changes.Record(ChangeValue.Absent, Scalar<TValue>.ToChangeValue(after, _enumeration));

    protected override void Removed(TValue before, ChangeList changes) =>
        changes.Record(Scalar<TValue>.ToChangeValue(before, _enumeration), ChangeValue.Absent);
}
