namespace Genie.Datagrams.Zones.Serving;

/// <summary>
/// Which servers give a zone, and to whom: each at most one, to whoever has the fewest, from those that have the most, as long as there are two more. All servers find the same moves in a map,
/// so that they do not all give to one that has just come.
/// </summary>
internal static class Balance
{
    /// <summary>To whom a server gives one of its zones; null: it keeps them.</summary>
    /// <param name="giver">The server's name.</param>
    /// <param name="map">The map.</param>
    public static string? ReceiverOf(string giver, ZoneMap map)
    {
        var loads = map.Servers.Where(server => !server.IsLeaving).ToDictionary(server => server.Name, server => map.OwnedBy(server.Name).Count());
        foreach (var (name, zones) in loads.OrderByDescending(one => one.Value).ThenBy(one => one.Key, StringComparer.Ordinal).ToList())
        {
            var (receiver, fewest) = loads.OrderBy(one => one.Value).ThenBy(one => one.Key, StringComparer.Ordinal).First();
            if (zones - fewest < 2) return null;
            if (name == giver) return receiver;
            (loads[name], loads[receiver]) = (zones - 1, fewest + 1);
        }

        return null;
    }
}
