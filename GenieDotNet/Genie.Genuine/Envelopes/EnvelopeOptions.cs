using Genie.Genuine.Identities;

namespace Genie.Genuine.Envelopes;

/// <summary>What an opener accepts.</summary>
public sealed record EnvelopeOptions
{
    /// <summary>An envelope sealed longer ago is refused. Five minutes by default.</summary>
    public TimeSpan MaxAge { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>How far the sender's clock may be ahead. Thirty seconds by default.</summary>
    public TimeSpan MaxClockSkew { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Envelopes remembered until they are too old; while it is full, those of new senders are refused rather than replays let in. 100,000 by default.</summary>
    public int MaxRemembered { get; init; } = 100_000;

    /// <summary>
    /// The share of them that one sender may have, so that he cannot shut others out. Beyond it his oldest one is forgotten for each new one, and everything of his that was sealed then or before is
    /// refused: however many he sends none is opened twice, but one that so many others have overtaken is refused. 1,000 by default.
    /// </summary>
    public int MaxRememberedPerSender { get; init; } = 1_000;

    /// <summary>Whose envelopes are opened; asked with the sender that signed, before anything of the envelope is remembered. Default: everybody's.
    /// Whoever may make identities at will can fill what is remembered with many of them, so an opener that strangers can reach should know its senders.</summary>
    public Func<PublicIdentity, bool> Admits { get; init; } = static _ => true;

    /// <summary>The clock.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
