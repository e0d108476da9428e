using System.Buffers.Binary;
using Genie.Geocoding;
using Genie.Workload.Messages;
using Google.Protobuf;

namespace Genie.Workload.Grains;

/// <summary>The events of a party's stream.</summary>
public static class PartyEvents
{
    /// <summary>
    /// A request changed the party. Payload: four bytes, little-endian, length of what follows; the party's new state (protobuf, genie.workload.v1.Party);
    /// then the answer (Avro with its header), which lists every change.
    /// </summary>
    public const string PartyChanged = "PartyChanged";

    /// <summary>What lies at the primary address. Payload: protobuf, genie.workload.v1.PartyReply with the areas' codes.</summary>
    public const string LocationResolved = "LocationResolved";

    private const string StreamPrefix = "party/";

    /// <summary>The stream of a party.</summary>
    public static string StreamOf(string partyId) => StreamPrefix + partyId;

    /// <summary>The new state and the answer of a <see cref="PartyChanged"/>.</summary>
    /// <exception cref="InvalidDataException">The payload is no such event's.</exception>
    public static (Party Party, ReadOnlyMemory<byte> Answer) ReadPartyChanged(ReadOnlyMemory<byte> payload)
    {
        var length = payload.Length < sizeof(int) ? -1 : BinaryPrimitives.ReadInt32LittleEndian(payload.Span);
        if (length < 0 || length > payload.Length - sizeof(int)) throw new InvalidDataException($"{payload.Length} bytes that are no {PartyChanged}.");
        return (Party.Parser.ParseFrom(payload.Span.Slice(sizeof(int), length)), payload[(sizeof(int) + length)..]);
    }

    internal static byte[] WritePartyChanged(Party party, ReadOnlySpan<byte> answer)
    {
        var length = party.CalculateSize();
        var payload = new byte[sizeof(int) + length + answer.Length];
        BinaryPrimitives.WriteInt32LittleEndian(payload, length);
        party.WriteTo(payload.AsSpan(sizeof(int), length));
        answer.CopyTo(payload.AsSpan(sizeof(int) + length));
        return payload;
    }

    internal static byte[] WriteLocationResolved(PartyRequest request, in PlaceAnswer place) => new PartyReply
    {
        Sender = request.Sender,
        Sequence = request.Sequence,
        CountryCode = place.Country?.Code ?? "",
        DivisionCode = place.State?.Code ?? "",
        CountyCode = place.County?.Code ?? "",
    }.ToByteArray();
}
