using Microsoft.AspNetCore.Authorization;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Compares a caller's scopes with what is needed.</summary>
internal sealed class ScopeHandler : AuthorizationHandler<ScopeRequirement>
{
    /// <inheritdoc/>
    protected override Task HandleRequirementAsync(AuthorizationHandlerContext context, ScopeRequirement requirement)
    {
        if (context.User.Scopes().Any(had => requirement.AnyOf.Any(needed => ApiScope.Includes(had, needed)))) context.Succeed(requirement);
        return Task.CompletedTask;
    }
}
