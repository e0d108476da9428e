using Genie.Brokers.Drivers;
using Genie.Brokers.Hosting.Configuration;
using Genie.Brokers.Hosting.Listening;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Genie.Brokers.Hosting;

/// <summary>Adds drivers and listeners to a broker of the host.</summary>
public sealed class GenieBrokerBuilder
{
    internal GenieBrokerBuilder(IServiceCollection services, string name) => (Services, Name) = (services, name);

    /// <summary>The host's services.</summary>
    public IServiceCollection Services { get; }

    /// <summary>The broker's name, which is its key among the services; empty if it has none.</summary>
    public string Name { get; }

    /// <summary>Registers the drivers of a project, <c>NatsDrivers.All</c>: one of them is chosen by the options. All brokers of the host share what is registered.</summary>
    public GenieBrokerBuilder AddDrivers(IReadOnlyList<IBrokerDriver> drivers)
    {
        ArgumentNullException.ThrowIfNull(drivers);
        Services.AddSingleton(new DriverSet(drivers));
        return this;
    }

    /// <summary>
    /// Listens while the host runs. The start of the host waits for the first attempt; where that fails and may succeed later, or the
    /// server refuses the credentials, it is tried again with growing waits. Any other failure ends the start, or the host. Stopping lets
    /// handlers end within the host's shutdown time-out.
    /// </summary>
    /// <typeparam name="THandler">Resolved from a scope of its own for every message; registered as scoped unless it is registered already.</typeparam>
    /// <param name="channel">The channel's name.</param>
    /// <param name="options">How messages are taken; <see cref="ListenOptions.StopTimeout"/> is cut to what the host's shutdown time-out leaves.</param>
    /// <exception cref="BrokerSettingException">That is no channel's name.</exception>
    /// <exception cref="ArgumentOutOfRangeException">Concurrency or prefetch is below 1.</exception>
    public GenieBrokerBuilder AddListener<THandler>(string channel, ListenOptions? options = null)
        where THandler : class, IMessageHandler
    {
        ChannelName.Check(channel);
        options ??= new ListenOptions();
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Concurrency);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Prefetch);
        Services.TryAddScoped<THandler>();
        var listener = new HostedListener(Name, channel, options);
        Services.AddSingleton(listener);
        Services.AddSingleton<IHostedService>(provider => new ListenerService(
            listener, provider.GetRequiredKeyedService<HostedBroker>(Name), new ScopedHandler<THandler>(provider.GetRequiredService<IServiceScopeFactory>()).HandleAsync,
            provider.GetRequiredService<IOptions<HostOptions>>().Value.ShutdownTimeout, provider.GetRequiredService<TimeProvider>()));
        return this;
    }
}
