using System.Globalization;
using System.Text;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Drivers;

/// <summary>The settings of drivers, as <c>--broker-option</c> takes them.</summary>
internal static class SettingText
{
    /// <summary>A line for each setting, under the clients that share it.</summary>
    /// <param name="brokers">The systems.</param>
    /// <exception cref="Commands.BadArgumentException">There is no such system.</exception>
    public static string Of(IEnumerable<string> brokers)
    {
        var text = new StringBuilder();
        foreach (var drivers in brokers.SelectMany(DriverCatalogue.Of).GroupBy(driver => (driver.Broker, driver.OptionsType))) Append(text, [.. drivers]);
        return text.ToString();
    }

    private static void Append(StringBuilder text, IReadOnlyList<IBrokerDriver> drivers)
    {
        text.AppendLine($"{drivers[0].Broker} ({string.Join(", ", drivers.Select(driver => driver.Client))})");
        var settings = BrokerOptionsBinder.Describe(drivers[0].Broker, drivers[0].OptionsType);
        var (name, variable) = (settings.Max(setting => setting.Name.Length), settings.Max(setting => setting.Variable.Length));
        foreach (var setting in settings)
            text.AppendLine($"  {setting.Name.PadRight(name)}  {setting.Variable.PadRight(variable)}  {KindOf(setting.Type),-8}  {DefaultOf(setting.Default)}".TrimEnd());
    }

    private static string KindOf(Type type) => (Nullable.GetUnderlyingType(type) ?? type) switch
    {
        { IsEnum: true } names => string.Join('|', Enum.GetNames(names).Select(each => each.ToLowerInvariant())),
        var plain when plain == typeof(TimeSpan) => "time",
        var plain when plain == typeof(bool) => "on|off",
        var plain when plain == typeof(Uri) => "URL",
        var plain when plain == typeof(string) => "text",
        _ => "number",
    };

    private static string DefaultOf(object? value) => value switch
    {
        bool isOn => isOn ? "on" : "off",
        TimeSpan time => time.TotalSeconds >= 1 ? FormattableString.Invariant($"{time.TotalSeconds}s") : FormattableString.Invariant($"{time.TotalMilliseconds}ms"),
        Enum name => name.ToString().ToLowerInvariant(),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
    };
}
