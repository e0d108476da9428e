using System.Security.Claims;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Authenticates by <c>authorization: Bearer KEY</c> (RFC 6750, 2.1).</summary>
internal sealed class ApiKeyHandler(GeniusSettings settings, IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory loggers, UrlEncoder encoder)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, loggers, encoder)
{
    /// <summary>The scheme.</summary>
    public const string SchemeName = "api-key";

    /// <summary>The claim of each scope.</summary>
    public const string ScopeClaim = "scope";

    private const string Bearer = "Bearer ";

    /// <inheritdoc/>
    protected override Task<AuthenticateResult> HandleAuthenticateAsync()
    {
        var header = Request.Headers.Authorization.ToString();
        if (!header.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase)) return Task.FromResult(AuthenticateResult.NoResult());
        var given = header[Bearer.Length..].Trim();
        var key = settings.ApiKeys.FirstOrDefault(each => each.IsOf(given));
        if (key is null) return Task.FromResult(AuthenticateResult.Fail("The key is unknown."));
        var claims = key.Scopes.Select(static scope => new Claim(ScopeClaim, scope)).Prepend(new Claim(ClaimTypes.Name, key.Name));
        var identity = new ClaimsIdentity(claims, SchemeName);
        return Task.FromResult(AuthenticateResult.Success(new AuthenticationTicket(new ClaimsPrincipal(identity), SchemeName)));
    }
}
