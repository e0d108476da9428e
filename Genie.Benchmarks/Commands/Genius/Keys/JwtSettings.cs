namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Whose tokens open the services.</summary>
internal sealed class JwtSettings
{
    /// <summary>The issuer's address, where <c>.well-known/openid-configuration</c> says its keys (OpenID Connect Discovery 1.0).</summary>
    public string Authority { get; set; } = "";

    /// <summary>Whom a token must be meant for.</summary>
    public string Audience { get; set; } = "";

    /// <summary>The claim that has the scopes, divided by spaces, or several times.</summary>
    public string ScopeClaim { get; set; } = CallerClaims.Scope;

    /// <summary>How many events a second each subject of tokens may bring; 0: any number.</summary>
    public int EventsPerSecond { get; set; }
}
