using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.IdentityModel.JsonWebTokens;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Who may call: by API keys, by tokens, by certificates, or by any of them.</summary>
internal static class CallerAuthentication
{
    private const string AnyScheme = "any";

    /// <summary>Adds what the settings name, and what compares scopes.</summary>
    public static void AddCallerAuthentication(this IServiceCollection services, GeniusSettings settings)
    {
        // The core alone: nothing here is encrypted by keys of ASP.NET's own, which would be written to the user's folder.
        services.AddWebEncoders().AddAuthenticationCore(static authentication =>
        {
            authentication.DefaultScheme = AnyScheme;
            authentication.AddScheme<PolicySchemeHandler>(AnyScheme, displayName: null);
            authentication.AddScheme<ApiKeyHandler>(ApiKeyHandler.SchemeName, displayName: null);
            authentication.AddScheme<JwtHandler>(JwtHandler.SchemeName, displayName: null);
            authentication.AddScheme<ClientCertificateHandler>(ClientCertificateHandler.SchemeName, displayName: null);
        });
        services.Configure<PolicySchemeOptions>(AnyScheme, policy => policy.ForwardDefaultSelector = http => SchemeOf(http, settings));
        if (settings.Jwt is not null) services.AddSingleton<IssuerKeys>();
        services.AddAuthorizationBuilder();
        services.AddSingleton<IAuthorizationHandler, ScopeHandler>();
        services.AddSingleton<IAuthorizationMiddlewareResultHandler, ScopeRefusals>();
    }

    // A token has two dots (RFC 7515, 3.1), an API key none.
    private static string SchemeOf(HttpContext http, GeniusSettings settings)
    {
        var bearer = http.Request.Bearer();
        if (settings.Jwt is not null && bearer is not null && new JsonWebTokenHandler().CanReadToken(bearer)) return JwtHandler.SchemeName;
        return bearer is null && settings.Clients.Count > 0 ? ClientCertificateHandler.SchemeName : ApiKeyHandler.SchemeName;
    }
}
