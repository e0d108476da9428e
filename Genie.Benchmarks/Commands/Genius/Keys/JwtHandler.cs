using System.Security.Claims;
using System.Text.Encodings.Web;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Authenticates by a signed token (RFC 7519) of the issuer in the settings, whose keys are fetched, and again when they change.</summary>
/// <remarks>ASP.NET Core's own handler brings keys to encrypt cookies by, which it writes to the user's folder at each start; what checks the tokens is the same.</remarks>
internal sealed class JwtHandler(
    GeniusSettings settings, IssuerKeys keys, IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory loggers, UrlEncoder encoder)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, loggers, encoder)
{
    /// <summary>The scheme.</summary>
    public const string SchemeName = "jwt";

    /// <inheritdoc/>
    protected override async Task<AuthenticateResult> HandleAuthenticateAsync()
    {
        if (Request.Bearer() is not { } token) return AuthenticateResult.NoResult();
        var result = await new JsonWebTokenHandler().ValidateTokenAsync(token, keys.Parameters).ConfigureAwait(false);
        if (!result.IsValid)
        {
            if (result.Exception is SecurityTokenSignatureKeyNotFoundException or InvalidOperationException) Logger.LogWarning("Jwt: a token could not be checked: {Reason}", result.Exception.Message);
            return AuthenticateResult.Fail("The token is not valid.");
        }

        var jwt = settings.Jwt!;
        var scopes = result.ClaimsIdentity.FindAll(jwt.ScopeClaim).Select(static claim => claim.Value);
        var access = new CallerAccess { Keys = PatternsOf(result.ClaimsIdentity, jwt.KeysClaim), Consumers = PatternsOf(result.ClaimsIdentity, jwt.ConsumersClaim) };
        return CallerClaims.Of(Context, SchemeName, result.ClaimsIdentity.FindFirst(JwtRegisteredClaimNames.Sub)?.Value ?? "", scopes, access);
    }

    // Of a token without the claim: none.
    private static NamePatterns? PatternsOf(ClaimsIdentity token, string? claim) =>
        claim is null ? null : new NamePatterns(token.FindAll(claim).SelectMany(static each => each.Value.Split(' ', StringSplitOptions.RemoveEmptyEntries)));
}
