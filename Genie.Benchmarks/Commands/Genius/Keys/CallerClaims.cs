using System.Security.Claims;
using Microsoft.AspNetCore.Authentication;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Who calls, and what that opens.</summary>
internal static class CallerClaims
{
    /// <summary>The claim of scopes, as RFC 8693 (4.2) has it: one or several, divided by spaces.</summary>
    public const string Scope = "scope";

    /// <summary>A caller with scopes.</summary>
    public static AuthenticateResult Of(string scheme, string name, IEnumerable<string> scopes)
    {
        var claims = scopes.Select(static scope => new Claim(Scope, scope)).Prepend(new Claim(ClaimTypes.Name, name));
        return AuthenticateResult.Success(new AuthenticationTicket(new ClaimsPrincipal(new ClaimsIdentity(claims, scheme)), scheme));
    }

    /// <summary>True if a scope is among the caller's.</summary>
    public static bool HasScope(this ClaimsPrincipal caller, string scope) => caller.FindAll(Scope).Any(claim => claim.Value.Split(' ').Contains(scope, StringComparer.Ordinal));

    /// <summary>What stands behind <c>authorization: Bearer</c> (RFC 6750, 2.1); null: nothing does.</summary>
    public static string? Bearer(this Microsoft.AspNetCore.Http.HttpRequest request)
    {
        const string Scheme = "Bearer ";
        var header = request.Headers.Authorization.ToString();
        return header.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) ? header[Scheme.Length..].Trim() : null;
    }
}
