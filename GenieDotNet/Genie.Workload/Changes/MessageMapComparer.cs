using Google.Protobuf;
using Google.Protobuf.Collections;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Changes;

/// <summary>Compares a map of messages by its keys.</summary>
internal sealed class MessageMapComparer<T, TKey, TValue>(FieldDescriptor field, Func<T, MapField<TKey, TValue>> get)
    : MapComparer<T, TKey, TValue>(field, get)
    where T : class, IMessage<T>
    where TKey : notnull
    where TValue : class, IMessage<TValue>
{
    protected override void Changed(TValue before, TValue after, ChangeList changes) =>
        MessageComparer<TValue>.Instance.Compare(before, after, changes);

    protected override void Added(TValue after, ChangeList changes) =>
        changes.RecordMessage(MessageComparer<TValue>.Instance, null, after);

    protected override void Removed(TValue before, ChangeList changes) =>
        changes.RecordMessage(MessageComparer<TValue>.Instance, before, null);
}
