using Genie.Geocoding;
using Genie.Workload.Avro;
using Genie.Workload.Messages;
using Genie.Workload.Parties;
using Google.Protobuf;

namespace Genie.Workload;

/// <summary>Checks whether an answer is the right one, without allocating for Avro: it reads in place and compares bytes.</summary>
internal sealed class AnswerCheck(int schemaId)
{
    public bool IsRightAvro(RequestTemplate template, uint sender, ulong sequence, ReadOnlySpan<byte> answer)
    {
        try
        {
            var reader = new AvroReader(answer);
            return ConfluentHeader.Read(ref reader) == schemaId
                && reader.ReadLong() == sender
                && unchecked((ulong)reader.ReadLong()) == sequence
                && reader.ReadBytes().SequenceEqual(template.PartyId)
                && reader.ReadLong() == (long)LookupStatus.Found
                && AvroAnswerCodec.ReadAreaCode(ref reader).SequenceEqual(template.CountryCode)
                && AvroAnswerCodec.ReadAreaCode(ref reader).SequenceEqual(template.StateCode)
                && AvroAnswerCodec.ReadAreaCode(ref reader).SequenceEqual(template.CountyCode)
                && reader.Rest.SequenceEqual(template.AvroChanges);
        }
        catch (AvroFormatException)
        {
            return false;
        }
    }

    public static bool IsRightReply(Stages stages, RequestTemplate template, uint sender, ulong sequence, ReadOnlySpan<byte> answer)
    {
        PartyReply reply;
        try
        {
            reply = PartyReply.Parser.ParseFrom(answer);
        }
        catch (InvalidProtocolBufferException)
        {
            return false;
        }

        if (reply.Sender != sender || reply.Sequence != sequence) return false;
        return stages == Stages.Cdc
            ? reply.Changes == template.ChangedPaths.Length && reply.ChangedPaths.SequenceEqual(template.ChangedPaths)
            : reply.CountryCode == template.Place.CountryCode && reply.DivisionCode == template.Place.StateCode && reply.CountyCode == template.Place.CountyCode;
    }
}
