namespace Genie.Brokers.Drivers;

/// <summary>What of a setting's value is secret. Nothing that is written or shown has more of it than <see cref="MaskedText"/> leaves.</summary>
public enum SettingSecrecy
{
    /// <summary>Nothing is.</summary>
    None,

    /// <summary>All of it: a password, a token.</summary>
    Value,

    /// <summary>A URL, whose user info, query and fragment are. Every setting of the type <see cref="Uri"/> is one.</summary>
    Url,

    /// <summary>Addresses, separated by commas: hosts and ports, of which nothing is, but users may have written URLs instead.</summary>
    Addresses,
}
