using System.Buffers.Binary;
using System.Text;

namespace Genie.Geocoding.Addresses;

/// <summary>A field of a record: a view of the file, valid as long as anything refers to it. Reading one allocates nothing, but for <see cref="Text"/>.</summary>
public readonly struct IpField
{
    private readonly IpSection _section;
    private readonly FieldHead _head;

    internal IpField(IpSection section, FieldHead head) => (_section, _head) = (section, head);

    /// <summary>What it is.</summary>
    public IpFieldType Type => _head.Type;

    /// <summary>Members of an array, pairs of a map, bytes of anything else.</summary>
    public long Size => _head.Size;

    /// <summary>The text as UTF-8, or the bytes.</summary>
    /// <exception cref="IpFormatException">It is neither.</exception>
    public ReadOnlySpan<byte> Utf8 => Type is IpFieldType.Text or IpFieldType.Bytes ? Content : throw Not("a text");

    /// <summary>The text.</summary>
    /// <exception cref="IpFormatException">It is none, or no UTF-8.</exception>
    public string Text => Type == IpFieldType.Text && System.Text.Unicode.Utf8.IsValid(Content) ? Encoding.UTF8.GetString(Content) : throw Not("a text in UTF-8");

    /// <summary>The number as a double.</summary>
    /// <exception cref="IpFormatException">It is no number, or has another number of bytes than its type allows.</exception>
    public double Number => Type switch
    {
        IpFieldType.Binary64 when Size == sizeof(double) => BinaryPrimitives.ReadDoubleBigEndian(Content),
        IpFieldType.Binary32 when Size == sizeof(float) => BinaryPrimitives.ReadSingleBigEndian(Content),
        IpFieldType.Signed32 => SignedValue,
        _ => (double)UnsignedValue,
    };

    /// <summary>The signed number.</summary>
    /// <exception cref="IpFormatException">It is none.</exception>
    public int SignedValue => Type == IpFieldType.Signed32 && Size <= sizeof(int) ? (int)FieldHead.Number(Content, 0, (int)Size) : throw Not("a signed number");

    /// <summary>The unsigned number, of whatever width.</summary>
    /// <exception cref="IpFormatException">It is none, or has more bytes than its type allows.</exception>
    public UInt128 UnsignedValue
    {
        get
        {
            var most = Type switch { IpFieldType.Unsigned16 => 2, IpFieldType.Unsigned32 => 4, IpFieldType.Unsigned64 => 8, IpFieldType.Unsigned128 => 16, _ => -1 };
            if (Size > most) throw Not("a number");
            var value = UInt128.Zero;
            foreach (var part in Content) value = (value << 8) | part;
            return value;
        }
    }

    /// <summary>The truth value.</summary>
    /// <exception cref="IpFormatException">It is none.</exception>
    public bool Boolean => Type == IpFieldType.Boolean && Size <= 1 ? Size == 1 : throw Not("true or false");

    /// <summary>The field at the end of a path of map keys and array places: <c>"subdivisions", "0", "iso_code"</c>.</summary>
    /// <returns>False if there is none.</returns>
    /// <exception cref="IpFormatException">The file is damaged there.</exception>
    public bool TryFind(out IpField field, params ReadOnlySpan<string> path)
    {
        field = this;
        foreach (var step in path)
        {
            if (!field.TryStep(step, out var next)) return false;
            field = next;
        }

        return true;
    }

    internal IpSection Section => _section;

    internal int ContentPlace => _head.Content;

    private ReadOnlySpan<byte> Content => _section.Bytes.Slice(_head.Content, (int)_head.Size);

    private bool TryStep(string step, out IpField field)
    {
        field = default;
        var bytes = _section.Bytes;
        var place = _head.Content;
        if (Type == IpFieldType.Map)
        {
            for (var i = 0L; i < Size; i++)
            {
                var key = FieldHead.Resolve(bytes, place);
                if (key.Type != IpFieldType.Text) throw new IpFormatException($"the key at {place} is no text");
                var value = FieldHead.Skip(bytes, place);
                if (Ascii.Equals(bytes.Slice(key.Content, (int)key.Size), step))
                {
                    field = new IpField(_section, FieldHead.Resolve(bytes, value));
                    return true;
                }

                place = FieldHead.Skip(bytes, value);
            }
        }
        else if (Type == IpFieldType.Array && int.TryParse(step, out var number) && number >= 0 && number < Size)
        {
            for (; number > 0; number--) place = FieldHead.Skip(bytes, place);
            field = new IpField(_section, FieldHead.Resolve(bytes, place));
            return true;
        }

        return false;
    }

    private IpFormatException Not(string what) => new($"the field at {_head.Content} is not {what} but a {Type} of {Size}");
}
