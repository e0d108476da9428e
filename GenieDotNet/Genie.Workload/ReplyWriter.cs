using System.Buffers;
using Genie.Geocoding;
using Genie.Workload.Changes;
using Genie.Workload.Messages;
using Google.Protobuf;

namespace Genie.Workload;

/// <summary>Writes the short answers of the stages that leave work out.</summary>
internal static class ReplyWriter
{
    public static void WriteChanges(PartyRequest request, ChangeList changes, IBufferWriter<byte> answer)
    {
        var reply = new PartyReply { Sender = request.Sender, Sequence = request.Sequence, Changes = (uint)changes.Count };
        for (var i = 0; i < changes.Count; i++) reply.ChangedPaths.Add(changes.Path(i));
        reply.WriteTo(answer);
    }

    public static void WritePlace(PartyRequest request, PlaceAnswer place, IBufferWriter<byte> answer) => new PartyReply
    {
        Sender = request.Sender,
        Sequence = request.Sequence,
        CountryCode = place.Country?.Code ?? "",
        DivisionCode = place.State?.Code ?? "",
        CountyCode = place.County?.Code ?? "",
    }.WriteTo(answer);
}
