using Google.Protobuf;
using Google.Protobuf.Collections;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Changes;

/// <summary>Compares repeated messages without a key position by position.</summary>
internal sealed class RepeatedMessageComparer<T, TElement>(FieldDescriptor field, Func<T, RepeatedField<TElement>> get) : FieldComparer<T>(field)
    where T : class, IMessage<T>
    where TElement : class, IMessage<TElement>
{
    public override void Compare(T before, T after, ChangeList changes)
    {
        var (listBefore, listAfter) = (get(before), get(after));
        var count = Math.Max(listBefore.Count, listAfter.Count);
        changes.Enter(Segment);
        for (var i = 0; i < count; i++)
        {
            changes.Enter(PathSegment.OfNumber(i));
            if (i >= listBefore.Count) changes.RecordMessage(MessageComparer<TElement>.Instance, null, listAfter[i]);
            else if (i >= listAfter.Count) changes.RecordMessage(MessageComparer<TElement>.Instance, listBefore[i], null);
            else MessageComparer<TElement>.Instance.Compare(listBefore[i], listAfter[i], changes);
            changes.Leave();
        }

        changes.Leave();
    }
}
