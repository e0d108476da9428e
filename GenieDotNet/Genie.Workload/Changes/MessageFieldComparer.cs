using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Changes;

/// <summary>Compares a single nested message.</summary>
internal sealed class MessageFieldComparer<T, TField>(FieldDescriptor field, Func<T, TField?> get) : FieldComparer<T>(field)
    where T : class, IMessage<T>
    where TField : class, IMessage<TField>
{
    public override void Compare(T before, T after, ChangeList changes)
    {
        var (valueBefore, valueAfter) = (get(before), get(after));
        if (ReferenceEquals(valueBefore, valueAfter)) return;
        changes.Enter(Segment);
        if (valueBefore is null || valueAfter is null) changes.RecordMessage(MessageComparer<TField>.Instance, valueBefore, valueAfter);
        else MessageComparer<TField>.Instance.Compare(valueBefore, valueAfter, changes);
        changes.Leave();
    }
}
