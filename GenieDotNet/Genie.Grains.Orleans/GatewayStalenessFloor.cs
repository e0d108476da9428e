using Microsoft.Extensions.DependencyInjection;
using Orleans.Messaging;

namespace Genie.Grains.Orleans;

/// <summary>
/// Has a client remember for long enough that a gateway told it to stop sending. Orleans forgets it after one period of the list's refresh; with a
/// short one the client comes back to a silo that still stands in the list, and ends that connection, with the answers in it, when it no longer does.
/// </summary>
/// <param name="inner">Lists the gateways.</param>
internal sealed class GatewayStalenessFloor(IGatewayListProvider inner) : IGatewayListProvider
{
    private static readonly object Inner = new();

    // Orleans' own, with its default of the refresh period; a silo hands its grains over within it.
    private static readonly TimeSpan StalenessMin = TimeSpan.FromMinutes(1);

    /// <inheritdoc/>
    public TimeSpan MaxStaleness => inner.MaxStaleness > StalenessMin ? inner.MaxStaleness : StalenessMin;

    /// <inheritdoc/>
    [Obsolete("Orleans asks no more for it.")]
    public bool IsUpdatable => inner.IsUpdatable;

    /// <summary>Puts it before the provider that was registered last; before none, where there is none yet.</summary>
    public static void AddTo(IServiceCollection services)
    {
        if (services.LastOrDefault(static service => service.ServiceType == typeof(IGatewayListProvider) && !service.IsKeyedService) is not { } last) return;
        services.Add(last switch
        {
            { ImplementationInstance: { } instance } => new ServiceDescriptor(typeof(IGatewayListProvider), Inner, instance),
            { ImplementationFactory: { } create } => new ServiceDescriptor(typeof(IGatewayListProvider), Inner, (provider, _) => create(provider), ServiceLifetime.Singleton),
            _ => new ServiceDescriptor(typeof(IGatewayListProvider), Inner, last.ImplementationType!, ServiceLifetime.Singleton),
        });
        services.AddSingleton<IGatewayListProvider>(static provider => new GatewayStalenessFloor(provider.GetRequiredKeyedService<IGatewayListProvider>(Inner)));
    }

    /// <inheritdoc/>
    public Task InitializeGatewayListProvider() => inner.InitializeGatewayListProvider();

    /// <inheritdoc/>
    public Task<IList<Uri>> GetGateways() => inner.GetGateways();
}
