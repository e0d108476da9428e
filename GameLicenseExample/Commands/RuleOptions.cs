using System.CommandLine;
using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.Regions;

namespace GameLicenseExample.Commands;

/// <summary>Rules for the licence server to put on record.</summary>
internal sealed class RuleOptions
{
    private const string GrantName = "--grant";
    private const string DenyName = "--deny";
    private readonly Option<string[]> _grant = new(GrantName) { Description = $"Grants licences in a region from now on: {RegionText.FormsOf(GameArguments.Layers)}. A new server begins with county:42101, Philadelphia.", HelpName = "REGION" };
    private readonly Option<string[]> _deny = new(DenyName) { Description = "Denies licences in a region from now on, whatever grants them.", HelpName = "REGION" };

    /// <summary>Adds both to a command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_grant);
        command.Add(_deny);
    }

    /// <summary>The rules.</summary>
    /// <exception cref="GameArgumentException">A region is none.</exception>
    public IReadOnlyList<LicenceRule> Read(ParseResult parsed) =>
        [.. Given(parsed, _grant).Select(text => GameArguments.ReadRule(LicenceEffect.Grant, text)), .. Given(parsed, _deny).Select(text => GameArguments.ReadRule(LicenceEffect.Deny, text))];

    /// <summary>The same as arguments for another process.</summary>
    public IEnumerable<string> ToArguments(ParseResult parsed) =>
        Given(parsed, _grant).SelectMany(text => new[] { GrantName, text }).Concat(Given(parsed, _deny).SelectMany(text => new[] { DenyName, text }));

    private static string[] Given(ParseResult parsed, Option<string[]> option) => parsed.GetValue(option) ?? [];
}
