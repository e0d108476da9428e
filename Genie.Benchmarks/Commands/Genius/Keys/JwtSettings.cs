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

    /// <summary>The claim that has the keys whose events a caller may send and see, as <see cref="CallerSettings.Keys"/> has them, divided by spaces, or several times; a token without it may see none. Null: all are meant.</summary>
    public string? KeysClaim { get; set; }

    /// <summary>The claim that has the consumers as which a caller may poll, likewise.</summary>
    public string? ConsumersClaim { get; set; }

    /// <summary>How many events a second each subject of tokens may bring; 0: any number.</summary>
    public int EventsPerSecond { get; set; }
}
