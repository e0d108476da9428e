using System.Buffers;

namespace Genie.EventStore.Tests.Embedded.Faults;

/// <summary>Memory that throws when somebody reads it, as a pooled one may that was given back.</summary>
internal sealed class UnreadableMemory : MemoryManager<byte>
{
    public override Memory<byte> Memory => CreateMemory(16);

    public override Span<byte> GetSpan() => throw new ObjectDisposedException(nameof(UnreadableMemory));

    public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

    public override void Unpin()
    {
    }

    protected override void Dispose(bool disposing)
    {
    }
}
