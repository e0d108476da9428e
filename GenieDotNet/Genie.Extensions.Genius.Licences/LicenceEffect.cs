namespace Genie.Extensions.Genius.Licences;

/// <summary>What a rule does where it applies.</summary>
public enum LicenceEffect
{
    /// <summary>A licence is granted, unless another rule denies it.</summary>
    Grant,

    /// <summary>No licence is granted, whatever other rules say.</summary>
    Deny,
}
