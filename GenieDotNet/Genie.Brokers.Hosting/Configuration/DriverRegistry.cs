using Genie.Brokers.Drivers;

namespace Genie.Brokers.Hosting.Configuration;

/// <summary>The drivers that were registered, and the choice among them.</summary>
internal sealed class DriverRegistry(IEnumerable<DriverSet> sets)
{
    private readonly IBrokerDriver[] _drivers = [.. sets.SelectMany(set => set.Drivers).DistinctBy(driver => (driver.Broker, driver.Client))];

    private IEnumerable<string> Systems => _drivers.Select(driver => driver.Broker).Distinct();

    /// <summary>The driver and the options record that a broker's options name.</summary>
    /// <exception cref="BrokerSettingException">They name a system, a client or a setting that is not there, or a value that cannot be read; the nearest name is suggested.</exception>
    public DriverSelection Select(string name, GenieBrokerOptions options)
    {
        var label = name.Length == 0 ? "The broker" : $"The broker '{name}'";
        if (_drivers.Length == 0) throw new BrokerSettingException($"{label} has no driver to choose from: register those of a project, as by AddDrivers(NatsDrivers.All).");
        foreach (var named in options.Settings.Keys) ThrowIfUnknown(label, named);
        var system = SystemOf(label, options);
        var ofSystem = _drivers.Where(driver => driver.Broker.Equals(system, StringComparison.OrdinalIgnoreCase)).ToArray();
        var chosen = options.Client.Length == 0 ? ofSystem[0] : ofSystem.FirstOrDefault(driver => driver.Client.Equals(options.Client, StringComparison.OrdinalIgnoreCase))
            ?? throw new BrokerSettingException($"{label}: {system} has no client '{options.Client}'.{NearestName.Hint(options.Client, ofSystem.Select(driver => driver.Client))} It has: {string.Join(", ", ofSystem.Select(driver => driver.Client))}.");
        return new DriverSelection(chosen, OptionsOf(label, chosen, options));
    }

    private string SystemOf(string label, GenieBrokerOptions options)
    {
        if (options.System.Length > 0)
        {
            ThrowIfUnknown(label, options.System);
            return options.System;
        }

        if (options.DriverOptions is not { } given)
            throw new BrokerSettingException($"{label} needs its {nameof(GenieBrokerOptions.System)}, one of: {string.Join(", ", Systems)}.");
        return _drivers.FirstOrDefault(driver => driver.OptionsType == given.GetType())?.Broker
            ?? throw new BrokerSettingException($"{label}: no driver is registered that has {given.GetType().Name}.");
    }

    private static object OptionsOf(string label, IBrokerDriver driver, GenieBrokerOptions options)
    {
        if (options.DriverOptions is { } given)
        {
            return given.GetType() == driver.OptionsType ? given
                : throw new BrokerSettingException($"{label}: {driver.Broker}, {driver.Client}, has {driver.OptionsType.Name}, not {given.GetType().Name}.");
        }

        var settings = options.Settings.TryGetValue(driver.Broker, out var values) ? values : new Dictionary<string, string>();
        return BrokerOptionsBinder.Bind(driver.Broker, driver.OptionsType, NamedAsOnTheCommandLine(driver, settings));
    }

    // Configuration is written in Pascal case by custom: PingInterval is ping-interval.
    private static Dictionary<string, string> NamedAsOnTheCommandLine(IBrokerDriver driver, IDictionary<string, string> settings)
    {
        var known = BrokerOptionsBinder.Describe(driver.Broker, driver.OptionsType).ToDictionary(setting => Plain(setting.Name), setting => setting.Name, StringComparer.OrdinalIgnoreCase);
        return settings.ToDictionary(setting => known.GetValueOrDefault(Plain(setting.Key), setting.Key), setting => setting.Value);
    }

    private static string Plain(string name) => name.Replace("-", "", StringComparison.Ordinal);

    private void ThrowIfUnknown(string label, string system)
    {
        if (!Systems.Contains(system, StringComparer.OrdinalIgnoreCase))
            throw new BrokerSettingException($"{label}: no driver is registered for '{system}'.{NearestName.Hint(system, Systems)} Registered: {string.Join(", ", Systems)}.");
    }
}
