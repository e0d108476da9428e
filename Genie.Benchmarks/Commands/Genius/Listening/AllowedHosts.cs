using System.Net;
using Genie.Diagnostics.Live;

namespace Genie.Benchmarks.Commands.Genius.Listening;

/// <summary>
/// The names that an end point answers to (the Host header, RFC 9110 section 7.2): a page of a site whose name was made to point here (DNS rebinding) asks by that name.
/// <c>localhost</c> and addresses always, since nobody can have made those to point here; others as the settings say.
/// </summary>
internal sealed class AllowedHosts
{
    private const string Any = "*";
    private const string AnyBefore = "*.";

    private readonly IReadOnlyCollection<string> _names;

    /// <summary>Of the settings; where they say nothing, no other name on a loopback address, and any name elsewhere.</summary>
    /// <param name="settings">The settings.</param>
    /// <param name="address">Where the end point listens.</param>
    public AllowedHosts(GeniusSettings settings, IPEndPoint address) => _names = settings.AllowedHosts is { } names ? [.. names] : IPAddress.IsLoopback(address.Address) ? [] : [Any];

    /// <summary>True for a name that is answered to.</summary>
    public bool Allow(string host) => LoopbackHosts.IsOwn(host) || _names.Any(name => IsMeant(name, host));

    /// <summary>Refuses what is no name.</summary>
    /// <exception cref="BadArgumentException">A name is none.</exception>
    public static void Check(IEnumerable<string> names)
    {
        if (names.FirstOrDefault(static name => !IsName(name)) is { } wrong)
            throw new BadArgumentException($"AllowedHosts: '{wrong}' is none: names without a port, as genius.example, *.example for all that end so, or * for any.");
    }

    private static bool IsName(string name) => name == Any || Uri.CheckHostName(name.StartsWith(AnyBefore, StringComparison.Ordinal) ? name[AnyBefore.Length..] : name) == UriHostNameType.Dns;

    private static bool IsMeant(string name, string host) => name == Any
        || name.Equals(host, StringComparison.OrdinalIgnoreCase)
        || (name.StartsWith(AnyBefore, StringComparison.Ordinal) && host.Length >= name.Length && host.EndsWith(name[1..], StringComparison.OrdinalIgnoreCase));
}
