using System.Text;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Genie.Workload.Changes;

/// <summary>Compares one field of two messages.</summary>
internal abstract class FieldComparer<T>(FieldDescriptor field)
    where T : class, IMessage<T>
{
    protected PathSegment Segment { get; } = PathSegment.OfField(Encoding.UTF8.GetBytes(field.Name));

    public abstract void Compare(T before, T after, ChangeList changes);
}
