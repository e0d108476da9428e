using System.Buffers;
using System.Text;
using Genie.Geocoding;
using Genie.Workload.Changes;
using Google.Protobuf;

namespace Genie.Workload.Avro;

/// <summary>
/// The answer in Avro's binary encoding of <c>party-answer.avsc</c>, behind a <see cref="ConfluentHeader"/>. Written without
/// allocating.
/// </summary>
public sealed class AvroAnswerCodec : IAnswerCodec
{
    /// <summary>The id written where no registry gave one.</summary>
    public const int DefaultSchemaId = 1;

    private const int AreaBranches = 2;
    private const int ChangeKinds = 3;
    private const int ValueKinds = 8;

    private static readonly Lazy<string> SchemaText = new(ReadSchema);

    private enum ValueBranch
    {
        Null,
        Boolean,
        WholeNumber,
        Real,
        Text,
        Bytes,
    }

    /// <inheritdoc/>
    public int SchemaId { get; init; } = DefaultSchemaId;

    /// <inheritdoc/>
    public string Schema => SchemaText.Value;

    /// <inheritdoc/>
    public void Write(in AnswerContent answer, IBufferWriter<byte> output)
    {
        var writer = new AvroWriter(output);
        ConfluentHeader.Write(ref writer, SchemaId);
        writer.WriteLong(answer.Sender);
        writer.WriteLong(unchecked((long)answer.Sequence));
        writer.WriteString(answer.PartyId);
        writer.WriteLong((int)answer.Place.Status);
        WriteArea(ref writer, answer.Place.Country);
        WriteArea(ref writer, answer.Place.State);
        WriteArea(ref writer, answer.Place.County);
        WriteChanges(ref writer, answer.Changes);
        writer.Flush();
    }

    /// <inheritdoc/>
    public PartyAnswer Read(ReadOnlySpan<byte> answer)
    {
        var reader = new AvroReader(answer);
        var schemaId = ConfluentHeader.Read(ref reader);
        if (schemaId != SchemaId) throw new AvroFormatException($"An answer of schema {schemaId}; {SchemaId} was expected.");
        var read = new PartyAnswer(
            reader.ReadLong(), reader.ReadLong(), reader.ReadString(), (LookupStatus)reader.ReadIndex(4),
            ReadArea(ref reader), ReadArea(ref reader), ReadArea(ref reader), ReadChanges(ref reader));
        return reader.Rest.IsEmpty ? read : throw new AvroFormatException($"{reader.Rest.Length} bytes after the answer's end.");
    }

    /// <summary>Reads an optional area's code in place and passes over its name; empty where there is none.</summary>
    internal static ReadOnlySpan<byte> ReadAreaCode(ref AvroReader reader)
    {
        if (reader.ReadIndex(AreaBranches) == 0) return default;
        var code = reader.ReadBytes();
        _ = reader.ReadBytes();
        return code;
    }

    internal static void WriteChanges(ref AvroWriter writer, ChangeList changes)
    {
        if (changes.Count > 0) writer.WriteLong(changes.Count);
        for (var i = 0; i < changes.Count; i++)
        {
            var change = changes[i];
            writer.WriteBytes(changes.PathUtf8(i));
            writer.WriteLong((int)change.Kind);
            WriteValue(ref writer, change.Before);
            WriteValue(ref writer, change.After);
        }

        writer.WriteLong(0);
    }

    private static void WriteArea(ref AvroWriter writer, Area? area)
    {
        writer.WriteLong(area is null ? 0 : 1);
        if (area is null) return;
        writer.WriteString(area.Code);
        writer.WriteString(area.Name);
    }

    private static void WriteValue(ref AvroWriter writer, in ChangeValue value)
    {
        writer.WriteLong((int)value.Kind);
        var branch = BranchOf(value.Kind);
        writer.WriteLong((int)branch);
        switch (branch)
        {
            case ValueBranch.Boolean: writer.WriteBoolean(value.Boolean); break;
            case ValueBranch.WholeNumber: writer.WriteLong(value.WholeNumber); break;
            case ValueBranch.Real: writer.WriteDouble(value.Real); break;
            case ValueBranch.Text: writer.WriteString(value.Text); break;
            case ValueBranch.Bytes: writer.WriteBytes(value.Bytes.Span); break;
        }
    }

    private static ValueBranch BranchOf(ValueKind kind) => kind switch
    {
        ValueKind.Boolean => ValueBranch.Boolean,
        ValueKind.WholeNumber => ValueBranch.WholeNumber,
        ValueKind.Real => ValueBranch.Real,
        ValueKind.Text or ValueKind.Enumeration => ValueBranch.Text,
        ValueKind.Bytes => ValueBranch.Bytes,
        _ => ValueBranch.Null,
    };

    private static PartyAnswer.Area? ReadArea(ref AvroReader reader) =>
        reader.ReadIndex(AreaBranches) == 0 ? null : new PartyAnswer.Area(reader.ReadString(), reader.ReadString());

    private static List<PartyAnswer.Change> ReadChanges(ref AvroReader reader)
    {
        List<PartyAnswer.Change> changes = [];
        for (var count = reader.ReadBlockCount(); count > 0; count = reader.ReadBlockCount())
        {
            for (; count > 0; count--)
            {
                changes.Add(new PartyAnswer.Change(
                    reader.ReadString(), (ChangeKind)reader.ReadIndex(ChangeKinds), ReadValue(ref reader), ReadValue(ref reader)));
            }
        }

        return changes;
    }

    private static ChangeValue ReadValue(ref AvroReader reader)
    {
        var kind = (ValueKind)reader.ReadIndex(ValueKinds);
        var branch = (ValueBranch)reader.ReadIndex(6);
        if (branch != BranchOf(kind)) throw new AvroFormatException($"A value of the kind {kind} in the branch {branch}.");
        return kind switch
        {
            ValueKind.Boolean => ChangeValue.Of(reader.ReadBoolean()),
            ValueKind.WholeNumber => ChangeValue.Of(reader.ReadLong()),
            ValueKind.Real => ChangeValue.Of(reader.ReadDouble()),
            ValueKind.Text => ChangeValue.Of(reader.ReadString()),
            ValueKind.Enumeration => ChangeValue.OfEnumeration(reader.ReadString()),
            ValueKind.Bytes => ChangeValue.Of(ByteString.CopyFrom(reader.ReadBytes())),
            ValueKind.Message => ChangeValue.Message,
            _ => ChangeValue.Absent,
        };
    }

    private static string ReadSchema()
    {
        using var stream = typeof(AvroAnswerCodec).Assembly.GetManifestResourceStream("party-answer.avsc")!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
