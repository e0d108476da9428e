using Genie.Geocoding.Indexing;

namespace Genie.Geocoding.Addresses;

/// <summary>The data or the metadata of a file: fields, and what their pointers count from.</summary>
internal sealed unsafe class IpSection(IndexMemory memory, long start, long length)
{
    /// <summary>The bytes; valid as long as this object is referred to.</summary>
    public ReadOnlySpan<byte> Bytes => new(memory.Start + start, (int)length);

    /// <summary>The field at a place.</summary>
    /// <exception cref="IpFormatException">There is none.</exception>
    public IpField FieldAt(int place) => new(this, FieldHead.Resolve(Bytes, place));
}
