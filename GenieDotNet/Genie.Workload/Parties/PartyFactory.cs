using System.Globalization;
using Genie.Workload.Messages;
using Genie.Workload.Places;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Workload.Parties;

/// <summary>Makes up parties, the same one for the same number.</summary>
internal static class PartyFactory
{
    private const ulong Seed = 0x50617274696573;
    private const int DaySeconds = 86_400;
    private const long FirstDay = 1_420_070_400;

    public static Party Create(int number)
    {
        var random = new SplitMix64(SplitMix64.Mix(Seed, (ulong)number, 0));
        var party = new Party
        {
            PartyId = string.Create(CultureInfo.InvariantCulture, $"party-{number:000000}"),
            Status = PartyStatus.Active,
            CustomerSince = Day(ref random),
            PrimaryAddressId = "home",
        };
        SetNature(party, ref random);
        party.Contacts.Add([Contact("email", ContactKind.Email, ref random), Contact("mobile", ContactKind.Mobile, ref random), Contact("desk", ContactKind.Phone, ref random)]);
        party.Addresses.Add([Address("home", AddressUse.Home, ref random), Address("work", AddressUse.Work, ref random)]);
        party.Devices.Add([Device("device-1", ref random), Device("device-2", ref random)]);
        party.Identifiers.Add([Identifier("tax", ref random), Identifier("loyalty", ref random)]);
        party.Segments.Add([random.Pick(Vocabulary.Segments), random.Pick(Vocabulary.Segments)]);
        foreach (var name in Vocabulary.AttributeNames.Take(3)) party.Attributes[name] = Code(ref random);
        if (random.Next(2) == 0) party.CreditLimit = random.Next(100) * 100;
        return party;
    }

    public static Contact Contact(string id, ContactKind kind, ref SplitMix64 random) => new()
    {
        ContactId = id,
        Kind = kind,
        Value = kind == ContactKind.Email ? $"{Code(ref random)}@example.com" : PhoneNumber(ref random),
        Verified = random.Next(2) == 0,
        MayBeContacted = true,
    };

    public static Address Address(string id, AddressUse use, ref SplitMix64 random)
    {
        var place = random.Pick(KnownPlaces.All);
        var address = new Address
        {
            AddressId = id,
            Use = use,
            City = random.Pick(Vocabulary.Cities),
            PostalCode = random.Next(100_000).ToString("00000", CultureInfo.InvariantCulture),
            CountryCode = place.CountryCode,
            Coordinate = new Coordinate { Latitude = place.Point.Latitude, Longitude = place.Point.Longitude, AccuracyMetres = 10 },
        };
        address.Lines.Add(string.Create(CultureInfo.InvariantCulture, $"{1 + random.Next(200)} {random.Pick(Vocabulary.Streets)}"));
        return address;
    }

    public static Device Device(string id, ref SplitMix64 random) => new()
    {
        DeviceId = id,
        Model = random.Pick(Vocabulary.Models),
        OsVersion = Version(ref random),
        PushToken = ByteString.CopyFrom(BitConverter.GetBytes(random.Next())),
        LastSeen = Day(ref random),
    };

    public static Identifier Identifier(string authority, ref SplitMix64 random) => new() { Authority = authority, Value = Code(ref random) };

    public static string Code(ref SplitMix64 random) => random.Next().ToString("x16", CultureInfo.InvariantCulture)[..10];

    public static string Version(ref SplitMix64 random) => string.Create(CultureInfo.InvariantCulture, $"{10 + random.Next(8)}.{random.Next(10)}.{random.Next(100)}");

    public static string PhoneNumber(ref SplitMix64 random) => "+1555" + random.Next(10_000_000).ToString("0000000", CultureInfo.InvariantCulture);

    public static Timestamp Day(ref SplitMix64 random) => new() { Seconds = FirstDay + ((long)random.Next(3650) * DaySeconds) };

    private static void SetNature(Party party, ref SplitMix64 random)
    {
        var (given, family) = (random.Pick(Vocabulary.GivenNames), random.Pick(Vocabulary.FamilyNames));
        if (random.Next(4) > 0)
        {
            party.DisplayName = $"{given} {family}";
            party.Person = new Person
            {
                GivenName = given,
                FamilyName = family,
                BirthDate = string.Create(CultureInfo.InvariantCulture, $"{1940 + random.Next(65)}-{1 + random.Next(12):00}-{1 + random.Next(28):00}"),
                Language = random.Pick(Vocabulary.Languages),
            };
        }
        else
        {
            party.DisplayName = $"{family} & Co.";
            party.Organization = new Organization { LegalName = $"{family} and {given} Ltd", Industry = random.Pick(Vocabulary.Industries), Employees = (uint)random.Next(5000) };
        }
    }
}
