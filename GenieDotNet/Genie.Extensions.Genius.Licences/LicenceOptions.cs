namespace Genie.Extensions.Genius.Licences;

/// <summary>How licences are provisioned.</summary>
public sealed record LicenceOptions
{
    /// <summary>How long a licence holds. Default 24 h: a machine that was moved asks anew by the next day.</summary>
    public TimeSpan ValidFor { get; init; } = TimeSpan.FromHours(24);

    /// <summary>After how long a list of revocations has a newer one, so that who checks with it knows what it may have missed. Default 1 h.</summary>
    public TimeSpan RevocationListValidFor { get; init; } = TimeSpan.FromHours(1);

    /// <summary>
    /// Kinds of events that a machine may report once after each other event although its licence is not in force any more: what ends something that began while it was, such as a game that a revocation cuts off.
    /// Default: none.
    /// </summary>
    public IReadOnlyCollection<string> ClosingKinds { get; init; } = [];

    /// <summary>The clock of decisions and ends.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
