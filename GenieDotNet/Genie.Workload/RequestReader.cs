using System.Buffers;
using Genie.Geocoding;
using Genie.Workload.Messages;
using Google.Protobuf;

namespace Genie.Workload;

/// <summary>Reads requests that nobody vouches for.</summary>
public static class RequestReader
{
    /// <summary>The request, with a party.</summary>
    /// <exception cref="MalformedRequestException">The bytes are no request.</exception>
    public static PartyRequest Read(ReadOnlySequence<byte> bytes)
    {
        PartyRequest request;
        try
        {
            request = PartyRequest.Parser.ParseFrom(bytes);
        }
        catch (InvalidProtocolBufferException error)
        {
            throw new MalformedRequestException($"{bytes.Length} bytes that are no genie.workload.v1.PartyRequest: {error.Message}", error);
        }

        return request.Party is null ? throw new MalformedRequestException("A request without a party.") : request;
    }

    /// <summary>Where the primary address is.</summary>
    /// <exception cref="MalformedRequestException">There is no such address, or it has no coordinate.</exception>
    public static GeoPoint PrimaryPoint(Party party)
    {
        foreach (var address in party.Addresses)
        {
            if (address.AddressId == party.PrimaryAddressId && address.Coordinate is { } coordinate)
                return new GeoPoint(coordinate.Latitude, coordinate.Longitude);
        }

        throw new MalformedRequestException("The party has no primary address with a coordinate.");
    }
}
