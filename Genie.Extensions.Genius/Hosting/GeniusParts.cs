using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Push;
using Genie.Extensions.Genius.Roles;
using Genie.Observing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Puts parts of Genius into a host, with <see cref="GeniusServices.AddGenius"/> or without. The host brings an <see cref="IEventStore"/>.</summary>
public static class GeniusParts
{
    /// <summary>Delivers one subscription's events while the host runs. Its <see cref="DeliveryWorker"/>, for dead letters, is a service keyed by the subscription's name, and one of all that there are.</summary>
    /// <param name="services">The host's services.</param>
    /// <param name="options">The subscription.</param>
    /// <param name="channel">The way to the receiver; disposed of with the host where it can be.</param>
    public static IServiceCollection AddGeniusDelivery(this IServiceCollection services, DeliveryOptions options, Func<IServiceProvider, IDeliveryChannel> channel)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(channel);
        services.AddKeyedSingleton(options.Subscription, (provider, _) => channel(provider));
        services.AddKeyedSingleton(options.Subscription, (provider, name) =>
            new DeliveryWorker(provider.GetRequiredService<IEventStore>(), provider.GetRequiredKeyedService<IDeliveryChannel>(name), options));
        services.AddSingleton(provider => provider.GetRequiredKeyedService<DeliveryWorker>(options.Subscription));
        return services.AddSingleton<IHostedService>(provider =>
            new DeliveryService(provider.GetRequiredKeyedService<DeliveryWorker>(options.Subscription), options.Clock, LoggerOf<DeliveryService>(provider), provider.GetService<IGeniusLeadership>()));
    }

    /// <summary>Opens a group of members when the host starts. It is had by a <see cref="HostedMemberGroup"/>, a service keyed by the group's name.</summary>
    /// <param name="services">The host's services.</param>
    /// <param name="name">The group's name.</param>
    /// <param name="options">How it treats its members; default: see there.</param>
    public static IServiceCollection AddGeniusMemberGroup(this IServiceCollection services, string name, MemberGroupOptions? options = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        services.AddKeyedSingleton<HostedMemberGroup>(name);
        return services.AddSingleton<IHostedService>(provider => new MemberGroupService(
            provider.GetRequiredService<IEventStore>(), name, options ?? new MemberGroupOptions(), provider.GetRequiredKeyedService<HostedMemberGroup>(name), LoggerOf<MemberGroupService>(provider)));
    }

    internal static ILogger LoggerOf<T>(IServiceProvider provider) => provider.GetService<ILogger<T>>() is { } logger ? new GuardedLogger(logger) : NullLogger.Instance;
}
