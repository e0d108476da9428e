using System.Buffers.Binary;

namespace Genie.Geocoding.Addresses;

/// <summary>A field's beginning: its type, its size and where its content is ("Data Field Format"). Every read is within bounds.</summary>
/// <param name="Type">Its type.</param>
/// <param name="Size">Bytes of content; of a map its pairs, of an array its members, of a boolean its value, of a pointer where it points to.</param>
/// <param name="Content">Where the content begins; of a pointer, where the next field does.</param>
internal readonly record struct FieldHead(IpFieldType Type, long Size, int Content)
{
    /// <summary>Reads the field at a place.</summary>
    /// <exception cref="IpFormatException">There is none.</exception>
    public static FieldHead Read(ReadOnlySpan<byte> section, int place)
    {
        var control = Byte(section, place++);
        var type = control >> 5;
        if (type == (int)IpFieldType.Reference) return ReadPointer(section, control, place);
        if (type == 0) type = Byte(section, place++) + 7;
        var (size, bytes) = (control & 31) switch { 29 => (29L, 1), 30 => (285L, 2), 31 => (65821L, 3), var small => (small, 0) };
        size += Number(section, place, bytes);
        place += bytes;
        var head = new FieldHead((IpFieldType)type, size, place);
        if (head.ContentBytes is { } content && content > section.Length - place) throw new IpFormatException($"the field at {place} reaches beyond the end");
        return head;
    }

    /// <summary>Reads the field at a place, or the one that a pointer there points to.</summary>
    public static FieldHead Resolve(ReadOnlySpan<byte> section, int place)
    {
        var head = Read(section, place);
        if (head.Type != IpFieldType.Reference) return head;
        if (head.Size >= section.Length) throw new IpFormatException($"the pointer at {place} points beyond the end");
        var target = Read(section, (int)head.Size);
        return target.Type != IpFieldType.Reference ? target : throw new IpFormatException($"the pointer at {place} points to another one");
    }

    /// <summary>The place behind a field and all that it holds. Pointers are not followed, so that it takes no longer than the bytes are many.</summary>
    public static int Skip(ReadOnlySpan<byte> section, int place)
    {
        for (var left = 1L; left > 0; left--)
        {
            var head = Read(section, place);
            place = head.Content + (int)(head.ContentBytes ?? 0);
            if (head.Type == IpFieldType.Map) left += 2 * head.Size;
            else if (head.Type == IpFieldType.Array) left += head.Size;
        }

        return place;
    }

    /// <summary>A number of up to eight bytes, the highest first.</summary>
    public static long Number(ReadOnlySpan<byte> section, int place, int bytes)
    {
        if (bytes > section.Length - place) throw new IpFormatException($"the number at {place} reaches beyond the end");
        Span<byte> padded = stackalloc byte[sizeof(long)];
        section.Slice(place, bytes).CopyTo(padded[(sizeof(long) - bytes)..]);
        return BinaryPrimitives.ReadInt64BigEndian(padded);
    }

    // Maps and arrays hold fields, which are read one by one.
    private long? ContentBytes => Type is IpFieldType.Map or IpFieldType.Array or IpFieldType.Boolean or IpFieldType.Reference ? null : Size;

    private static FieldHead ReadPointer(ReadOnlySpan<byte> section, byte control, int place)
    {
        // The longest form has no room for the three bits and does not use them.
        var (bytes, offset) = ((control >> 3) & 3) switch { 0 => (1, 0L), 1 => (2, 2048L), 2 => (3, 526336L), _ => (4, 0L) };
        var high = bytes == 4 ? 0L : (long)(control & 7) << (8 * bytes);
        return new FieldHead(IpFieldType.Reference, high + Number(section, place, bytes) + offset, place + bytes);
    }

    private static byte Byte(ReadOnlySpan<byte> section, int place) =>
        (uint)place < (uint)section.Length ? section[place] : throw new IpFormatException($"a field begins at {place}, beyond the end");
}
