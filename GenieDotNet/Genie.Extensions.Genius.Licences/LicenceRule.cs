using Genie.Extensions.Genius.Rules;

namespace Genie.Extensions.Genius.Licences;

/// <summary>Where, and when, licences are granted or denied.</summary>
/// <param name="Effect">What it does.</param>
/// <param name="Name">Its name among the rules of the same effect.</param>
/// <param name="When">The region, schedule or combination in which it applies.</param>
public sealed record LicenceRule(LicenceEffect Effect, string Name, Condition When)
{
    private const string GrantPrefix = "grant/";
    private const string DenyPrefix = "deny/";

    /// <summary>Its name among all rules: <c>grant/philadelphia</c>.</summary>
    public string Id => IdOf(Effect, Name);

    internal static string IdOf(LicenceEffect effect, string name) => (effect == LicenceEffect.Grant ? GrantPrefix : DenyPrefix) + name;

    /// <summary>What the rule of an id does; null for one that is no licence rule, which does nothing.</summary>
    internal static LicenceEffect? EffectOf(string id) =>
        id.StartsWith(DenyPrefix, StringComparison.Ordinal) ? LicenceEffect.Deny : id.StartsWith(GrantPrefix, StringComparison.Ordinal) ? LicenceEffect.Grant : null;
}
