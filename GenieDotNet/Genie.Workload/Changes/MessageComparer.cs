using Google.Protobuf;

namespace Genie.Workload.Changes;

/// <summary>Compares two messages of one type, field by field. One instance a type, made at its first use.</summary>
internal sealed class MessageComparer<T>
    where T : class, IMessage<T>
{
    /// <summary>What an absent message is compared with.</summary>
    public static readonly T Empty = Activator.CreateInstance<T>();

    public static readonly MessageComparer<T> Instance = new();

    private readonly FieldComparer<T>[] _fields =
        [.. Empty.Descriptor.Fields.InDeclarationOrder().Select(FieldComparerFactory.Create<T>)];

    public void Compare(T before, T after, ChangeList changes)
    {
        if (ReferenceEquals(before, after)) return;
        foreach (var field in _fields) field.Compare(before, after, changes);
    }
}
