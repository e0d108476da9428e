using Avro.IO;
using Genie.Geocoding;
using Genie.Workload.Avro;
using Genie.Workload.Changes;

namespace Genie.MicroBenchmarks.Libraries;

/// <summary>The answer written field by field with Apache.Avro's encoder: the fastest that the library can, without its records.</summary>
internal static class PrimitiveAnswers
{
    /// <summary>Writes an answer without its header.</summary>
    public static void Write(in AnswerContent answer, BinaryEncoder output)
    {
        output.WriteLong(answer.Sender);
        output.WriteLong(unchecked((long)answer.Sequence));
        output.WriteString(answer.PartyId);
        output.WriteEnum((int)answer.Place.Status);
        WriteArea(answer.Place.Country, output);
        WriteArea(answer.Place.State, output);
        WriteArea(answer.Place.County, output);
        if (answer.Changes.Count > 0) output.WriteLong(answer.Changes.Count);
        for (var i = 0; i < answer.Changes.Count; i++)
        {
            var change = answer.Changes[i];
            output.WriteString(answer.Changes.Path(i));
            output.WriteEnum((int)change.Kind);
            WriteValue(change.Before, output);
            WriteValue(change.After, output);
        }

        output.WriteLong(0);
    }

    private static void WriteArea(Area? area, BinaryEncoder output)
    {
        output.WriteUnionIndex(area is null ? 0 : 1);
        if (area is null) return;
        output.WriteString(area.Code);
        output.WriteString(area.Name);
    }

    private static void WriteValue(in ChangeValue value, BinaryEncoder output)
    {
        output.WriteEnum((int)value.Kind);
        switch (value.Kind)
        {
            case ValueKind.WholeNumber:
                output.WriteUnionIndex(2);
                output.WriteLong(value.WholeNumber);
                break;
            case ValueKind.Real:
                output.WriteUnionIndex(3);
                output.WriteDouble(value.Real);
                break;
            case ValueKind.Text:
                output.WriteUnionIndex(4);
                output.WriteString(value.Text);
                break;
            default: throw new NotSupportedException($"No value of the kind {value.Kind} is compared.");
        }
    }
}
