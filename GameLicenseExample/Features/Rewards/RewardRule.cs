using System.Globalization;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Playing;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Operands;

namespace GameLicenseExample.Features.Rewards;

/// <summary>A reward as a rule of Genius. The rule's own name says how much it gives: both change together or not at all.</summary>
internal static class RewardRule
{
    /// <summary>The most that one reward gives, in credits.</summary>
    public const long CreditsMax = 1_000_000;

    private const string Prefix = "reward/";

    /// <summary>The rule's name.</summary>
    public static string IdOf(Reward reward) => string.Create(CultureInfo.InvariantCulture, $"{Prefix}{reward.Credits}/{Names.Check(reward.Name)}");

    /// <summary>False: the rule is no reward.</summary>
    public static bool TryRead(string rule, out string name, out long credits)
    {
        (name, credits) = (rule[(rule.LastIndexOf('/') + 1)..], 0);
        return rule.StartsWith(Prefix, StringComparison.Ordinal) && long.TryParse(rule.Split('/')[1], CultureInfo.InvariantCulture, out credits) && credits > 0 && rule.Count(static each => each == '/') == 2;
    }

    /// <exception cref="FeatureRefusedException">Nobody could ever get it.</exception>
    public static void Check(Condition when)
    {
        if (AsksWindows(when)) throw new FeatureRefusedException("The windows here are about regions, and a region has no account: give a reward for plays (kind == \"play\" && ...) or for a sequence of them (sequence(...)).");
        if (!CanHold(when, isWanted: true)) throw new FeatureRefusedException("Rewards are given for plays, and no play can match this rule: its kind would have to be \"play\".");
    }

    private static bool AsksWindows(Condition condition) => condition switch
    {
        OfOperand compared => compared.Operand is FactOperand { Source: FactSource.Window },
        HasOperand has => has.Operand is FactOperand { Source: FactSource.Window },
        Not not => AsksWindows(not.Inner),
        AllOf all => all.Conditions.Any(AsksWindows),
        AnyOf any => any.Conditions.Any(AsksWindows),
        _ => false,
    };

    /// <summary>False if the condition is not as wanted for any play, by the kinds in it.</summary>
    private static bool CanHold(Condition condition, bool isWanted) => condition switch
    {
        OfKind kind => kind.EventKind == PlayJournal.Played == isWanted,
        Not not => CanHold(not.Inner, !isWanted),
        AllOf all => isWanted ? all.Conditions.All(each => CanHold(each, isWanted)) : all.Conditions.Any(each => CanHold(each, isWanted)),
        AnyOf any => isWanted ? any.Conditions.Any(each => CanHold(each, isWanted)) : any.Conditions.All(each => CanHold(each, isWanted)),
        _ => true,
    };
}
