namespace Genie.Extensions.Genius.Rules;

/// <summary>What a kept rule does.</summary>
public enum RuleMode
{
    /// <summary>Events match it.</summary>
    Active,

    /// <summary>Events are tried against it and counted (<c>genie.genius.rules.shadowed</c>), without any effect.</summary>
    Shadow,

    /// <summary>Nothing; it is kept.</summary>
    Disabled,
}
