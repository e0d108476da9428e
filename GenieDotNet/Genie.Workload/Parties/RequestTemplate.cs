using System.Buffers;
using System.Text;
using Genie.Workload.Avro;
using Genie.Workload.Changes;
using Genie.Workload.Messages;
using Genie.Workload.Places;

namespace Genie.Workload.Parties;

/// <summary>One of the requests that a client sends again and again, with what its answer must say. Nobody may change it.</summary>
internal sealed class RequestTemplate
{
    public RequestTemplate(Party known, KnownPlace place, SplitMix64 random)
    {
        Party = PartyEditor.Create(known, place, random);
        PartyId = Encoding.UTF8.GetBytes(Party.PartyId);
        CountryCode = Encoding.UTF8.GetBytes(place.CountryCode);
        StateCode = Encoding.UTF8.GetBytes(place.StateCode);
        CountyCode = Encoding.UTF8.GetBytes(place.CountyCode);
        Place = place;
        var changes = new ChangeList();
        ChangeCapture.Compare(known, Party, changes);
        ChangedPaths = [.. Enumerable.Range(0, changes.Count).Select(changes.Path)];
        AvroChanges = Encode(changes);
    }

    public Party Party { get; }

    public KnownPlace Place { get; }

    public byte[] PartyId { get; }

    public byte[] CountryCode { get; }

    public byte[] StateCode { get; }

    public byte[] CountyCode { get; }

    public string[] ChangedPaths { get; }

    public byte[] AvroChanges { get; }

    private static byte[] Encode(ChangeList changes)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new AvroWriter(output);
        AvroAnswerCodec.WriteChanges(ref writer, changes);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }
}
