using Google.Protobuf;
using Google.Protobuf.Collections;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Changes;

/// <summary>Compares repeated scalars position by position.</summary>
internal sealed class RepeatedScalarComparer<T, TValue>(FieldDescriptor field, Func<T, RepeatedField<TValue>> get) : FieldComparer<T>(field)
    where T : class, IMessage<T>
{
    private readonly EnumDescriptor? _enumeration = Scalar<TValue>.EnumerationOf(field);

    public override void Compare(T before, T after, ChangeList changes)
    {
        var (listBefore, listAfter) = (get(before), get(after));
        var count = Math.Max(listBefore.Count, listAfter.Count);
        for (var i = 0; i < count; i++)
        {
            var (isBefore, isAfter) = (i < listBefore.Count, i < listAfter.Count);
            if (isBefore && isAfter && Scalar<TValue>.AreEqual(listBefore[i], listAfter[i])) continue;
            changes.Enter(Segment);
            changes.Enter(PathSegment.OfNumber(i));
            changes.Record(
                isBefore ? Scalar<TValue>.ToChangeValue(listBefore[i], _enumeration) : ChangeValue.Absent,
                isAfter ? Scalar<TValue>.ToChangeValue(listAfter[i], _enumeration) : ChangeValue.Absent);
            changes.Leave();
            changes.Leave();
        }
    }
}
