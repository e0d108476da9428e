using System.Buffers;
using Genie.Geocoding;
using Genie.Testing;
using Genie.Workload;
using Genie.Workload.Avro;
using Genie.Workload.Changes;
using Genie.Workload.Messages;
using Google.Protobuf;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>What client and worker send each other.</summary>
internal static class WorkloadDecoders
{
    public static Decoder Request() => new()
    {
        Genuine = [new PartyRequest { Party = Sample("a") }.ToByteArray(), new PartyRequest { Party = Sample("b") }.ToByteArray()],
        Refusals = [typeof(MalformedRequestException)],
        Decode = static (input, random) =>
        {
            var request = RequestReader.Read(Segments.Cut(input, random));
            return double.IsFinite(RequestReader.PrimaryPoint(request.Party).Latitude) ? "place" : "nowhere";
        },
    };

    public static Decoder Answer()
    {
        var codec = new AvroAnswerCodec();
        var changes = new ChangeList();
        ChangeCapture.Compare(Sample("a"), Sample("b"), changes);
        var place = new PlaceAnswer(LookupStatus.Found, new Area("country", "US", "United States", ""), null, new Area("county", "51013", "Arlington", "US-VA"));
        return new Decoder
        {
            Genuine = [Encode(codec, new AnswerContent(7, 99, "party-1", place, changes)), Encode(codec, new AnswerContent(0, 0, "", new PlaceAnswer(LookupStatus.Nowhere), new ChangeList()))],
            Refusals = [typeof(AvroFormatException)],
            Decode = (input, _) => $"{codec.Read(input).Status}",
        };
    }

    private static Party Sample(string name) => new()
    {
        PartyId = "party-1",
        DisplayName = name,
        PrimaryAddressId = "home",
        CreditLimit = name.Length,
        Addresses = { new Address { AddressId = "home", Coordinate = new Coordinate { Latitude = 38.9, Longitude = -77.1 } } },
        Segments = { name, "x" },
        Attributes = { ["key"] = name },
    };

    private static byte[] Encode(AvroAnswerCodec codec, in AnswerContent content)
    {
        var output = new ArrayBufferWriter<byte>();
        codec.Write(content, output);
        return output.WrittenSpan.ToArray();
    }
}
