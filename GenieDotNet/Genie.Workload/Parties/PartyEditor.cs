using Genie.Workload.Messages;
using Genie.Workload.Places;
using Google.Protobuf.Collections;

namespace Genie.Workload.Parties;

/// <summary>Makes a party's new state out of the known one: it moved to a place, and a few more things about it changed.</summary>
internal static class PartyEditor
{
    private const int EditsMax = 5;

    private delegate void Edit(Party party, ref SplitMix64 random);

    private static readonly Edit[] Edits =
    [
        static (Party party, ref SplitMix64 random) => party.DisplayName = $"{random.Pick(Vocabulary.GivenNames)} {random.Pick(Vocabulary.FamilyNames)}",
        static (Party party, ref SplitMix64 random) => party.Status = (PartyStatus)(1 + random.Next(4)),
        static (Party party, ref SplitMix64 random) => party.Contacts[random.Next(party.Contacts.Count)].Value = PartyFactory.PhoneNumber(ref random),
        static (Party party, ref SplitMix64 random) => party.Contacts.Insert(0, PartyFactory.Contact(NewId(ref random), ContactKind.Mobile, ref random)),
        static (Party party, ref SplitMix64 random) => RemoveLast(party.Contacts),
        static (Party party, ref SplitMix64 random) => party.Addresses.Add(PartyFactory.Address(NewId(ref random), AddressUse.Delivery, ref random)),
        static (Party party, ref SplitMix64 random) => party.Devices[0].OsVersion = PartyFactory.Version(ref random),
        static (Party party, ref SplitMix64 random) => party.Devices[0].LastSeen = PartyFactory.Day(ref random),
        static (Party party, ref SplitMix64 random) => party.Devices.Add(PartyFactory.Device(NewId(ref random), ref random)),
        static (Party party, ref SplitMix64 random) => RemoveLast(party.Devices),
        static (Party party, ref SplitMix64 random) => party.Segments.Add(random.Pick(Vocabulary.Segments)),
        static (Party party, ref SplitMix64 random) => party.Attributes[random.Pick(Vocabulary.AttributeNames)] = PartyFactory.Code(ref random),
        static (Party party, ref SplitMix64 random) => party.Attributes.Remove(random.Pick(Vocabulary.AttributeNames)),
        static (Party party, ref SplitMix64 random) => party.CreditLimit = random.Next(100) * 250,
        static (Party party, ref SplitMix64 random) => party.ClearCreditLimit(),
    ];

    public static Party Create(Party known, KnownPlace place, SplitMix64 random)
    {
        var party = known.Clone();
        var home = party.Addresses[0];
        home.CountryCode = place.CountryCode;
        home.Coordinate = new Coordinate { Latitude = place.Point.Latitude, Longitude = place.Point.Longitude, AccuracyMetres = home.Coordinate.AccuracyMetres };
        for (var edits = random.Next(EditsMax + 1); edits > 0; edits--) random.Pick(Edits)(party, ref random);
        return party;
    }

    private static string NewId(ref SplitMix64 random) => $"new-{PartyFactory.Code(ref random)}";

    // One stays, for the edits that change one.
    private static void RemoveLast<T>(RepeatedField<T> elements)
    {
        if (elements.Count > 1) elements.RemoveAt(elements.Count - 1);
    }
}
