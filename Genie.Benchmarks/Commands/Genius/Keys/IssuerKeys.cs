using Microsoft.IdentityModel.Protocols;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;
using Microsoft.IdentityModel.Tokens;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>What tokens are checked by.</summary>
internal sealed class IssuerKeys
{
    private const string Discovery = ".well-known/openid-configuration";

    // One is issued and checked by different clocks.
    private static readonly TimeSpan ClockSkew = TimeSpan.FromMinutes(1);

    public IssuerKeys(GeniusSettings settings)
    {
        var jwt = settings.Jwt!;
        var authority = new Uri(jwt.Authority.TrimEnd('/') + '/');
        Parameters = new TokenValidationParameters
        {
            ConfigurationManager = new ConfigurationManager<OpenIdConnectConfiguration>(
                new Uri(authority, Discovery).AbsoluteUri, new OpenIdConnectConfigurationRetriever(), new HttpDocumentRetriever { RequireHttps = !authority.IsLoopback }),
            ValidAudience = jwt.Audience,
            ClockSkew = ClockSkew,
        };
    }

    /// <summary>Issuer, keys and audience; the first two are the configuration's.</summary>
    public TokenValidationParameters Parameters { get; }
}
