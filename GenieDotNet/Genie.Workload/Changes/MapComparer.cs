using Google.Protobuf;
using Google.Protobuf.Collections;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Changes;

/// <summary>Walks two maps by their keys.</summary>
internal abstract class MapComparer<T, TKey, TValue>(FieldDescriptor field, Func<T, MapField<TKey, TValue>> get) : FieldComparer<T>(field)
    where T : class, IMessage<T>
    where TKey : notnull
{
    public sealed override void Compare(T before, T after, ChangeList changes)
    {
        var (mapBefore, mapAfter) = (get(before), get(after));
        if (mapBefore.Count == 0 && mapAfter.Count == 0) return;
        changes.Enter(Segment);
        var common = 0;
        foreach (var (key, value) in mapAfter)
        {
            changes.Enter(Scalar<TKey>.ToPathSegment(key));
            if (mapBefore.TryGetValue(key, out var valueBefore))
            {
                common++;
                Changed(valueBefore, value, changes);
            }
            else
            {
                Added(value, changes);
            }

            changes.Leave();
        }

        if (common < mapBefore.Count) CompareRemoved(mapBefore, mapAfter, changes);
        changes.Leave();
    }

    protected abstract void Changed(TValue before, TValue after, ChangeList changes);

    protected abstract void Added(TValue after, ChangeList changes);

    protected abstract void Removed(TValue before, ChangeList changes);

    private void CompareRemoved(MapField<TKey, TValue> before, MapField<TKey, TValue> after, ChangeList changes)
    {
        foreach (var (key, value) in before)
        {
            if (after.ContainsKey(key)) continue;
            changes.Enter(Scalar<TKey>.ToPathSegment(key));
            Removed(value, changes);
            changes.Leave();
        }
    }
}
