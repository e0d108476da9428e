using System.Security.Claims;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Http;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Who calls, and what that opens.</summary>
internal static class CallerClaims
{
    /// <summary>The claim of scopes, as RFC 8693 (4.2) has it: one or several, divided by spaces.</summary>
    public const string Scope = "scope";

    /// <summary>A caller of the settings.</summary>
    public static AuthenticateResult Of(HttpContext http, string scheme, CallerSettings caller) => Of(http, scheme, caller.Name, caller.Scopes, caller.ToAccess());

    /// <summary>A caller with scopes, and what it is limited to, which <see cref="AccessOf"/> gives.</summary>
    public static AuthenticateResult Of(HttpContext http, string scheme, string name, IEnumerable<string> scopes, CallerAccess access)
    {
        http.Features.Set(access);
        var claims = scopes.Select(static scope => new Claim(Scope, scope)).Prepend(new Claim(ClaimTypes.Name, name));
        return AuthenticateResult.Success(new AuthenticationTicket(new ClaimsPrincipal(new ClaimsIdentity(claims, scheme)), scheme));
    }

    /// <summary>What the caller is limited to; nothing at all is for who did not say who it is.</summary>
    public static CallerAccess AccessOf(HttpContext http) => http.Features.Get<CallerAccess>() ?? CallerAccess.Nothing;

    /// <summary>The caller's scopes.</summary>
    public static IEnumerable<string> Scopes(this ClaimsPrincipal caller) => caller.FindAll(Scope).SelectMany(static claim => claim.Value.Split(' ', StringSplitOptions.RemoveEmptyEntries));

    /// <summary>What stands behind <c>authorization: Bearer</c> (RFC 6750, 2.1); null: nothing does.</summary>
    public static string? Bearer(this HttpRequest request)
    {
        const string Scheme = "Bearer ";
        var header = request.Headers.Authorization.ToString();
        return header.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) ? header[Scheme.Length..].Trim() : null;
    }
}
