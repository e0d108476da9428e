using System.Buffers.Binary;
using System.Globalization;
using Genie.EventStore;
using Genie.Geocoding;
using Genie.Workload.Messages;
using Google.Protobuf;

namespace Genie.Workload.Grains;

/// <summary>The events of a party's stream.</summary>
/// <remarks>
/// A type's later versions bear their number: <c>PartyChanged.2</c>. A process reads all versions up to its newest one, and refuses a later one by
/// <see cref="NewerEventException"/>; it writes the version that <see cref="PartyGrainOptions.EventVersion"/> says.
/// </remarks>
public static class PartyEvents
{
    /// <summary>
    /// A request changed the party. Payload: four bytes, little-endian, length of what follows; the party's new state (protobuf, genie.workload.v1.Party);
    /// then the answer (Avro with its header), which lists every change.
    /// </summary>
    public const string PartyChanged = "PartyChanged";

    /// <summary>
    /// The same, with the answer first, so that a repeated request is answered without reading the party. Payload: four bytes, little-endian, the answer's
    /// length; the answer; the party's new state.
    /// </summary>
    public const string PartyChanged2 = "PartyChanged.2";

    /// <summary>The newest version of events that this library reads and writes.</summary>
    public const int NewestVersion = 2;

    /// <summary>What lies at the primary address. Payload: protobuf, genie.workload.v1.PartyReply with the areas' codes.</summary>
    public const string LocationResolved = "LocationResolved";

    private const string StreamPrefix = "party/";

    /// <summary>The stream of a party.</summary>
    public static string StreamOf(string partyId) => StreamPrefix + partyId;

    /// <summary>The version of an event by which a request changed the party; null for another event.</summary>
    public static int? ChangeVersionOf(string type)
    {
        ArgumentNullException.ThrowIfNull(type);
        if (!type.StartsWith(PartyChanged, StringComparison.Ordinal)) return null;
        var rest = type.AsSpan(PartyChanged.Length);
        if (rest.IsEmpty) return 1;
        return rest[0] == '.' && int.TryParse(rest[1..], NumberStyles.None, CultureInfo.InvariantCulture, out var version) ? version : null;
    }

    /// <summary>The new state and the answer of an event by which a request changed the party, whatever its version.</summary>
    /// <exception cref="NewerEventException">The version is later than <see cref="NewestVersion"/>.</exception>
    /// <exception cref="InvalidDataException">The payload is no such event's.</exception>
    public static (Party Party, ReadOnlyMemory<byte> Answer) ReadPartyChanged(string type, ReadOnlyMemory<byte> payload)
    {
        var version = ChangeVersionOf(type) ?? throw new InvalidDataException($"{type} is no {PartyChanged}.");
        if (version > NewestVersion) throw new NewerEventException(type, NewestVersion);
        var length = payload.Length < sizeof(int) ? -1 : BinaryPrimitives.ReadInt32LittleEndian(payload.Span);
        if (length < 0 || length > payload.Length - sizeof(int)) throw new InvalidDataException($"{payload.Length} bytes that are no {type}.");
        var (first, second) = (payload.Slice(sizeof(int), length), payload[(sizeof(int) + length)..]);
        return version == 1 ? (Party.Parser.ParseFrom(first.Span), second) : (Party.Parser.ParseFrom(second.Span), first);
    }

    internal static NewEvent WritePartyChanged(int version, Party party, ReadOnlySpan<byte> answer)
    {
        var length = party.CalculateSize();
        var payload = new byte[sizeof(int) + length + answer.Length];
        var isFirst = version == 1;
        var rest = payload.AsSpan(sizeof(int));
        BinaryPrimitives.WriteInt32LittleEndian(payload, isFirst ? length : answer.Length);
        party.WriteTo(isFirst ? rest[..length] : rest[answer.Length..]);
        answer.CopyTo(isFirst ? rest[length..] : rest);
        return new NewEvent(isFirst ? PartyChanged : PartyChanged2, payload);
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
