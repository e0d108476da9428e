namespace Genie.Extensions.Genius.Rules.Operands;

/// <summary>What derives facts that rules are about.</summary>
public enum FactSource
{
    /// <summary>A window: its results.</summary>
    Window,

    /// <summary>A pattern: sequences that were found, absences that were noticed.</summary>
    Pattern,

    /// <summary>A geofence: who entered, dwelled, left, crossed.</summary>
    Geofence,

    /// <summary>Another rule: that an event or a fact met it.</summary>
    Rule,
}
