using System.Collections.Frozen;
using Genie.Workload.Messages;

namespace Genie.Workload.Parties;

/// <summary>
/// The parties as a business knew them before any request: what a request's party is compared with. They are always the same,
/// so that a worker needs no data; nobody may change them.
/// </summary>
public static class PartyDirectory
{
    /// <summary>How many there are.</summary>
    public const int Count = 1024;

    private static readonly Party[] Parties = [.. Enumerable.Range(0, Count).Select(PartyFactory.Create)];
    private static readonly FrozenDictionary<string, Party> ById = Parties.ToFrozenDictionary(party => party.PartyId, StringComparer.Ordinal);
    private static readonly Party Unknown = new();

    /// <summary>The party number <paramref name="index"/>.</summary>
    public static Party At(int index) => Parties[index];

    /// <summary>The party of that id; an empty one for an id that nobody has, since then everything about it is new.</summary>
    public static Party Find(string partyId) => ById.GetValueOrDefault(partyId, Unknown);
}
