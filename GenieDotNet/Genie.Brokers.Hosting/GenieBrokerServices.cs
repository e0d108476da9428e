using Genie.Brokers.Hosting.Configuration;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Genie.Brokers.Hosting;

/// <summary>Adds brokers to a host.</summary>
public static class GenieBrokerServices
{
    /// <summary>Adds the host's broker: <see cref="IBroker"/>, a singleton that is closed when the host has stopped.</summary>
    /// <param name="services">The host's services.</param>
    /// <param name="section">A section with <c>System</c>, <c>Client</c>, <c>TraceContext</c> and <c>Settings:&lt;system&gt;:&lt;name&gt;</c>.</param>
    /// <returns>Takes drivers and listeners.</returns>
    public static GenieBrokerBuilder AddGenieBroker(this IServiceCollection services, IConfigurationSection section) =>
        services.AddGenieBroker(Options.DefaultName, section);

    /// <summary>Adds the host's broker: <see cref="IBroker"/>, a singleton that is closed when the host has stopped.</summary>
    /// <param name="services">The host's services.</param>
    /// <param name="configure">Sets the options.</param>
    /// <returns>Takes drivers and listeners.</returns>
    public static GenieBrokerBuilder AddGenieBroker(this IServiceCollection services, Action<GenieBrokerOptions> configure) =>
        services.AddGenieBroker(Options.DefaultName, configure);

    /// <summary>Adds a broker of a name: <c>[FromKeyedServices("audit")] IBroker</c>.</summary>
    /// <inheritdoc cref="AddGenieBroker(IServiceCollection, IConfigurationSection)"/>
    public static GenieBrokerBuilder AddGenieBroker(this IServiceCollection services, string name, IConfigurationSection section)
    {
        ArgumentNullException.ThrowIfNull(section);
        return services.AddGenieBroker(name, options => BrokerSection.Read(section, options));
    }

    /// <summary>Adds a broker of a name: <c>[FromKeyedServices("audit")] IBroker</c>.</summary>
    /// <inheritdoc cref="AddGenieBroker(IServiceCollection, Action{GenieBrokerOptions})"/>
    public static GenieBrokerBuilder AddGenieBroker(this IServiceCollection services, string name, Action<GenieBrokerOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(configure);
        services.AddOptions<GenieBrokerOptions>(name).Configure(configure).ValidateOnStart();
        services.TryAddSingleton<DriverRegistry>();
        services.TryAddSingleton(TimeProvider.System);
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IValidateOptions<GenieBrokerOptions>, GenieBrokerValidator>());
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, BrokerLifetime>());
        if (services.Any(service => service.IsKeyedService && service.ServiceType == typeof(HostedBroker) && name.Equals(service.ServiceKey))) return new GenieBrokerBuilder(services, name);

        services.AddSingleton(new BrokerName(name));
        services.AddKeyedSingleton(name, (provider, _) => HostedBroker.Create(name, provider));
        services.AddKeyedSingleton<IBroker>(name, static (provider, key) => provider.GetRequiredKeyedService<HostedBroker>(key));
        if (name == Options.DefaultName) services.AddSingleton<IBroker>(provider => provider.GetRequiredKeyedService<HostedBroker>(name));
        return new GenieBrokerBuilder(services, name);
    }
}
