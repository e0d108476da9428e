using System.Collections.Frozen;
using Genie.Extensions.Genius.Messages;
using Grpc.AspNetCore.Server;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Grpc.JsonTranscoding;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Which scope each call needs.</summary>
internal static class CallScopes
{
    private const string OwnPackage = "genie.";

    // A call that is added and forgotten here needs the service's whole scope.
    private static readonly FrozenDictionary<string, string> Services = new Dictionary<string, string>
    {
        [GeniusEvents.Descriptor.FullName] = ApiScope.Events,
        [GeniusKeys.Descriptor.FullName] = ApiScope.ReadEvents,
        [GeniusRules.Descriptor.FullName] = ApiScope.Rules,
        [GeniusStatus.Descriptor.FullName] = ApiScope.ReadRules,
        [GeniusDeliveries.Descriptor.FullName] = ApiScope.Deliveries,
    }.ToFrozenDictionary();

    private static readonly FrozenDictionary<string, string> Calls = new Dictionary<string, string>
    {
        [nameof(GeniusEvents.GeniusEventsBase.Process)] = ApiScope.WriteEvents,
        [nameof(GeniusEvents.GeniusEventsBase.ProcessOne)] = ApiScope.WriteEvents,
        [nameof(GeniusEvents.GeniusEventsBase.EventPoll)] = ApiScope.ReadEvents,
        [nameof(GeniusEvents.GeniusEventsBase.Subscribe)] = ApiScope.ReadEvents,
        [nameof(GeniusEvents.GeniusEventsBase.ReadPayload)] = ApiScope.ReadEvents,
        [nameof(GeniusRules.GeniusRulesBase.ListRules)] = ApiScope.ReadRules,
        [nameof(GeniusRules.GeniusRulesBase.ExplainRule)] = ApiScope.ReadRules,
        [nameof(GeniusRules.GeniusRulesBase.DryRunRule)] = ApiScope.ReadRules,
        [nameof(GeniusDeliveries.GeniusDeliveriesBase.ListDeliveries)] = ApiScope.ReadDeliveries,
        [nameof(GeniusDeliveries.GeniusDeliveriesBase.ListDeadLetters)] = ApiScope.ReadDeliveries,
    }.ToFrozenDictionary();

    // Health and reflection: whoever may do anything.
    private static readonly ScopeRequirement Any = new([.. ApiScope.All]);

    /// <summary>Requires the scope of each call that is mapped.</summary>
    /// <exception cref="InvalidOperationException">A service of Genius has none.</exception>
    public static void RequireScopes(this IEndpointConventionBuilder builder) => builder.Finally(static endpoint =>
    {
        endpoint.Metadata.Add(new AuthorizeAttribute());
        endpoint.Metadata.Add(new AuthorizationPolicyBuilder().AddRequirements(RequirementOf(endpoint.Metadata)).Build());
    });

    private static ScopeRequirement RequirementOf(IList<object> metadata)
    {
        if (NameOf(metadata) is not var (service, call) || !service.StartsWith(OwnPackage, StringComparison.Ordinal)) return Any;
        return Services.TryGetValue(service, out var whole) ? new ScopeRequirement(Calls.GetValueOrDefault(call, whole)) : throw new InvalidOperationException($"No scope opens {service}.");
    }

    private static (string Service, string Call)? NameOf(IList<object> metadata)
    {
        if (metadata.OfType<GrpcJsonTranscodingMetadata>().FirstOrDefault()?.MethodDescriptor is { } described) return (described.Service.FullName, described.Name);
        return metadata.OfType<GrpcMethodMetadata>().FirstOrDefault()?.Method is { } method ? (method.ServiceName, method.Name) : null;
    }
}
