using Google.Protobuf;

namespace Genie.Workload.Changes;

/// <summary>
/// Lists what differs between two protobuf messages of one type, for any type: the fields are found by their descriptors
/// once, and read through typed delegates from then on.
/// </summary>
/// <remarks>
/// <para>Elements of a repeated message field are matched by the field that the .proto file marks as key (see
/// change_capture.proto), the n-th of a key with the n-th of the same; elements without a key, and scalars, by position.
/// Entries of a map are matched by their key. A changed order of keyed elements is no change.</para>
/// <para>A message or element that appeared or disappeared is listed with all that it holds. A scalar without presence
/// counts as always there. Unknown fields and extensions are not compared.</para>
/// </remarks>
public static class ChangeCapture
{
    /// <summary>Clears <paramref name="changes"/> and lists every path that differs. No path is listed exactly if the
    /// messages are equal, but for the order of keyed elements and unknown fields.</summary>
    public static void Compare<T>(T before, T after, ChangeList changes)
        where T : class, IMessage<T>
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        changes.Clear();
        MessageComparer<T>.Instance.Compare(before, after, changes);
    }
}
