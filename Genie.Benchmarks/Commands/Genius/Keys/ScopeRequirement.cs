using Microsoft.AspNetCore.Authorization;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>The caller has one of these scopes.</summary>
/// <param name="AnyOf">The scopes.</param>
internal sealed record ScopeRequirement(params IReadOnlyList<string> AnyOf) : IAuthorizationRequirement
{
    /// <inheritdoc/>
    public override string ToString() => string.Join(" or ", AnyOf.Select(static scope => $"'{scope}'"));
}
