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

    /// <inheritdoc/>
    protected override Task<AuthenticateResult> HandleAuthenticateAsync()
    {
        if (Request.Bearer() is not { } given) return Task.FromResult(AuthenticateResult.NoResult());
        var key = settings.ApiKeys.FirstOrDefault(each => each.IsOf(given));
        return Task.FromResult(key is null ? AuthenticateResult.Fail("The key is unknown.") : CallerClaims.Of(Context, SchemeName, key));
    }
}
