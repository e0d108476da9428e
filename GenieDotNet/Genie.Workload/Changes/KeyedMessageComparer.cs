using System.Buffers;
using Google.Protobuf;
using Google.Protobuf.Collections;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Changes;

/// <summary>Compares repeated messages by their key.</summary>
internal sealed class KeyedMessageComparer<T, TElement, TKey>(FieldDescriptor field, Func<T, RepeatedField<TElement>> get, Func<TElement, TKey> getKey)
    : FieldComparer<T>(field)
    where T : class, IMessage<T>
    where TElement : class, IMessage<TElement>
    where TKey : notnull
{
    public override void Compare(T before, T after, ChangeList changes)
    {
        var (listBefore, listAfter) = (get(before), get(after));
        changes.Enter(Segment);

        // Elements mostly stand where they stood.
        var start = 0;
        for (; start < listBefore.Count && start < listAfter.Count && SameKey(listBefore[start], listAfter[start]); start++)
            Changed(listBefore[start], listAfter[start], changes);
        if (start < listBefore.Count || start < listAfter.Count) CompareRest(listBefore, listAfter, start, changes);
        changes.Leave();
    }

    private void CompareRest(RepeatedField<TElement> before, RepeatedField<TElement> after, int start, ChangeList changes)
    {
        var partners = ArrayPool<int>.Shared.Rent(after.Count - start + 1);
        var isTaken = ArrayPool<bool>.Shared.Rent(before.Count - start + 1);
        isTaken.AsSpan().Clear();
        ElementMatcher.Match(before, after, start, getKey, partners, isTaken);
        for (var i = start; i < after.Count; i++)
        {
            if (partners[i - start] >= 0) Changed(before[partners[i - start]], after[i], changes);
            else Whole(null, after[i], changes);
        }

        for (var i = start; i < before.Count; i++)
        {
            if (!isTaken[i - start]) Whole(before[i], null, changes);
        }

        ArrayPool<int>.Shared.Return(partners);
        ArrayPool<bool>.Shared.Return(isTaken);
    }

    private void Changed(TElement before, TElement after, ChangeList changes)
    {
        changes.Enter(Scalar<TKey>.ToPathSegment(getKey(after)));
        MessageComparer<TElement>.Instance.Compare(before, after, changes);
        changes.Leave();
    }

    private void Whole(TElement? before, TElement? after, ChangeList changes)
    {
        changes.Enter(Scalar<TKey>.ToPathSegment(getKey((after ?? before)!)));
        changes.RecordMessage(MessageComparer<TElement>.Instance, before, after);
        changes.Leave();
    }

    private bool SameKey(TElement before, TElement after) => EqualityComparer<TKey>.Default.Equals(getKey(before), getKey(after));
}
