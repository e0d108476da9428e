using Genie.Brokers;
using Genie.EventStore;
using Genie.Geocoding;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Genie.Extensions.Genius.Licences;

/// <summary>Puts an issuer of licences into a host, which brings an <see cref="IEventStore"/>.</summary>
public static class GeniusLicences
{
    /// <summary>
    /// Serves an issuer of licences on the host's <see cref="IBroker"/>, with <see cref="LicenceRuleStore"/> and <see cref="LicenceProvisioner"/> as services.
    /// An <see cref="IReverseGeocoder"/> of the host's own takes the place of the embedded one.
    /// </summary>
    public static IServiceCollection AddGeniusLicences(this IServiceCollection services, LicenceIssuerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        services.TryAddSingleton<IReverseGeocoder>(static _ => EmbeddedGeocoder.OpenDefault());
        services.AddSingleton(options);
        services.AddSingleton<LicenceRuleStore>();
        services.AddSingleton(provider => new LicenceProvisioner(provider.GetRequiredService<IEventStore>(), provider.GetRequiredService<LicenceRuleStore>(), options.Licences));
        services.AddSingleton(provider => new LicenceIssuer(options.Identity, provider.GetRequiredService<LicenceProvisioner>(), options.Envelopes, options.Administrators));
        return services.AddHostedService<LicenceListener>();
    }
}
