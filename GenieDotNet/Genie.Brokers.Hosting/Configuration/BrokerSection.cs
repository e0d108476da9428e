using Genie.Brokers.Drivers;
using Microsoft.Extensions.Configuration;

namespace Genie.Brokers.Hosting.Configuration;

/// <summary>Reads a section of the host's configuration. What it does not know is kept for the validation to report.</summary>
internal static class BrokerSection
{
    private static readonly string[] Keys = [nameof(GenieBrokerOptions.System), nameof(GenieBrokerOptions.Client), nameof(GenieBrokerOptions.TraceContext), nameof(GenieBrokerOptions.Settings)];

    public static void Read(IConfigurationSection section, GenieBrokerOptions options)
    {
        foreach (var child in section.GetChildren())
        {
            switch (Keys.FirstOrDefault(key => key.Equals(child.Key, StringComparison.OrdinalIgnoreCase)))
            {
                case nameof(GenieBrokerOptions.System):
                    options.System = child.Value ?? "";
                    break;
                case nameof(GenieBrokerOptions.Client):
                    options.Client = child.Value ?? "";
                    break;
                case nameof(GenieBrokerOptions.TraceContext):
                    if (bool.TryParse(child.Value, out var isOn)) options.TraceContext = isOn;
                    else options.Problems.Add($"{child.Path}: cannot read '{child.Value}' as true or false.");
                    break;
                case nameof(GenieBrokerOptions.Settings):
                    ReadSettings(child, options);
                    break;
                default:
                    options.Problems.Add($"{child.Path}: there is no such option.{NearestName.Hint(child.Key, Keys)} Known: {string.Join(", ", Keys)}.");
                    break;
            }
        }
    }

    private static void ReadSettings(IConfigurationSection settings, GenieBrokerOptions options)
    {
        foreach (var system in settings.GetChildren())
        {
            if (!options.Settings.TryGetValue(system.Key, out var values)) options.Settings[system.Key] = values = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
            foreach (var setting in system.GetChildren())
            {
                if (setting.Value is { } value) values[setting.Key] = value;
                else options.Problems.Add($"{setting.Path}: a setting is one value.");
            }
        }
    }
}
