namespace GameLicenseExample.Features.Rewards;

/// <summary>What is given for a play.</summary>
/// <param name="Name">Its name.</param>
/// <param name="When">Which plays, as Genius's rules are written: <c>kind == "play" &amp;&amp; value &gt; 50</c>; the value is what the play changed the credits by.</param>
/// <param name="Credits">How much.</param>
internal sealed record Reward(string Name, string When, long Credits);
