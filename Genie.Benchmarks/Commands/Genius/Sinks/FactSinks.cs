using Genie.Extensions.Genius.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace Genie.Benchmarks.Commands.Genius.Sinks;

/// <summary>Where facts go, as the settings say.</summary>
internal static class FactSinks
{
    /// <summary>Adds webhooks and channels.</summary>
    /// <param name="services">The host's services.</param>
    /// <param name="settings">The settings.</param>
    /// <param name="position">The last position of the store, after which new webhooks begin.</param>
    /// <exception cref="BadArgumentException">A setting makes no sense.</exception>
    public static void AddFactSinks(this IServiceCollection services, GeniusSettings settings, long position)
    {
        if (settings.Outputs.Count > 0 && settings.Broker is null) throw new BadArgumentException("Outputs are channels of a Broker, and there is none.");
        RequireOnce("Webhooks", settings.Webhooks.Select(static each => each.Name));
        RequireOnce("Outputs", settings.Outputs.Select(static each => each.Channel));
        foreach (var each in settings.Outputs) services.AddGeniusOutputs(each.ToOptions());
        foreach (var each in settings.Webhooks)
        {
            var channel = each.ToChannel();
            services.AddGeniusDelivery(each.ToDelivery(position), _ => channel);
        }
    }

    // How far they have come is kept by their names.
    private static void RequireOnce(string setting, IEnumerable<string> names)
    {
        if (names.GroupBy(static name => name, StringComparer.Ordinal).FirstOrDefault(static group => group.Count() > 1) is { } twice) throw new BadArgumentException($"{setting}: '{twice.Key}' is there twice.");
    }
}
