using System.Collections.Concurrent;
using System.Globalization;
using System.Reflection;
using System.Text;

namespace Genie.Brokers.Drivers;

/// <summary>
/// Fills a driver's options record from environment variables and from the command line. A property <c>PingInterval</c>
/// of the system <c>nats</c> is the variable <c>GENIE_NATS_PING_INTERVAL</c> and the option <c>nats.ping-interval</c>.
/// </summary>
/// <remarks>Types: string, bool, integers (also as <c>64KiB</c>, <c>1MiB</c>), TimeSpan (<c>250ms</c>, <c>10s</c>, <c>5m</c>, <c>8h</c>), enums, Uri. What is no text, a callback, is no setting.</remarks>
public static class BrokerOptionsBinder
{
    /// <summary>The name of the setting by which every system with a server takes its address.</summary>
    public const string UrlSetting = "url";

    private static readonly ConcurrentDictionary<Type, PropertyInfo[]> PropertiesOf = new();

    /// <summary>The settings of an options record: their name on the command line, their variable and their default.</summary>
    public static IReadOnlyList<BrokerSetting> Describe(string broker, Type optionsType)
    {
        var defaults = Activator.CreateInstance(optionsType)!;
        return [.. Settable(optionsType).Select(property => new BrokerSetting(
            Kebab(property.Name), Variable(broker, property.Name), property.PropertyType, property.GetValue(defaults)) { Secrecy = SecrecyOf(property) })];
    }

    /// <summary>Creates an options record: defaults, then variables, then <paramref name="given"/>.</summary>
    /// <param name="broker">The system's name.</param>
    /// <param name="optionsType">A record with init properties and a constructor without parameters.</param>
    /// <param name="given">Names (<c>url</c>, <c>ping-interval</c>) and values that win over the environment.</param>
    /// <param name="environment">Looks a variable up; by default the process's environment.</param>
    /// <exception cref="BrokerSettingException">A name is unknown (the nearest is suggested) or a value cannot be read.</exception>
    public static object Bind(
        string broker, Type optionsType, IReadOnlyDictionary<string, string>? given = null, Func<string, string?>? environment = null)
    {
        environment ??= Environment.GetEnvironmentVariable;
        var options = Activator.CreateInstance(optionsType)!;
        var properties = Settable(optionsType);
        foreach (var property in properties)
        {
            var variable = Variable(broker, property.Name);
            if (environment(variable) is { Length: > 0 } text) Set(options, property, variable, text);
        }

        foreach (var (name, text) in given ?? new Dictionary<string, string>())
        {
            var property = properties.FirstOrDefault(p => Kebab(p.Name).Equals(name, StringComparison.OrdinalIgnoreCase))
                ?? throw new BrokerSettingException(
                    $"{broker} has no setting '{name}'.{NearestName.Hint(name, properties.Select(p => Kebab(p.Name)))}");
            Set(options, property, $"{broker}.{name}", text);
        }

        return options;
    }

    /// <inheritdoc cref="Bind(string, Type, IReadOnlyDictionary{string, string}, Func{string, string})"/>
    public static TOptions Bind<TOptions>(
        string broker, IReadOnlyDictionary<string, string>? given = null, Func<string, string?>? environment = null)
        where TOptions : class, new() => (TOptions)Bind(broker, typeof(TOptions), given, environment);

    /// <summary>A driver's broker by its settings. Connects to nothing yet.</summary>
    /// <inheritdoc cref="Bind(string, Type, IReadOnlyDictionary{string, string}, Func{string, string})"/>
    public static IBroker Create(IBrokerDriver driver, IReadOnlyDictionary<string, string>? given = null, Func<string, string?>? environment = null) =>
        driver.Create(Bind(driver.Broker, driver.OptionsType, given, environment));

    /// <summary>An options record as anybody may see it: its settings, without what of them is secret.</summary>
    /// <param name="options">The record.</param>
    public static string ToText(object options)
    {
        var type = options.GetType();
        var settings = Settable(type).Select(property => $"{property.Name} = {MaskedText.Of(SecrecyOf(property), Shown(property.GetValue(options)))}");
        return $"{type.Name} {{ {string.Join(", ", settings)} }}";
    }

    private static string Shown(object? value) => value is Uri url ? url.OriginalString : Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";

    private static PropertyInfo[] Settable(Type optionsType) => PropertiesOf.GetOrAdd(
        optionsType, static type => [.. type.GetProperties().Where(p => p.CanWrite && p.GetIndexParameters().Length == 0 && !p.PropertyType.IsAssignableTo(typeof(Delegate)))]);

    private static SettingSecrecy SecrecyOf(PropertyInfo property) => property.GetCustomAttribute<SecretSettingAttribute>()?.Secrecy
        ?? (property.PropertyType == typeof(Uri) ? SettingSecrecy.Url : SettingSecrecy.None);

    private static string Variable(string broker, string property) =>
        $"GENIE_{broker}_{Kebab(property)}".Replace('-', '_').ToUpperInvariant();

    private static string Kebab(string name)
    {
        var text = new StringBuilder();
        foreach (var character in name)
        {
            if (char.IsUpper(character) && text.Length > 0) text.Append('-');
            text.Append(char.ToLowerInvariant(character));
        }

        return text.ToString();
    }

    private static void Set(object options, PropertyInfo property, string name, string text)
    {
        try
        {
            property.SetValue(options, Parse(Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType, text));
        }
        catch (Exception error) when (error is FormatException or OverflowException or ArgumentException)
        {
            // What the inner error says of a secret is no more to be seen than the secret.
            throw SecrecyOf(property) == SettingSecrecy.None
                ? new BrokerSettingException($"{name}: cannot read '{text}' as {Expected(property.PropertyType)}.", error)
                : new BrokerSettingException($"{name}: cannot read the value as {Expected(property.PropertyType)}.");
        }
    }

    private static object Parse(Type type, string text) => type switch
    {
        _ when type == typeof(string) => text,
        _ when type == typeof(bool) => text is "1" or "on" or "yes" || (text is not ("0" or "off" or "no") && bool.Parse(text)),
        _ when type == typeof(TimeSpan) => Quantity.ParseDuration(text),
        _ when type == typeof(Uri) => new Uri(text, UriKind.Absolute),
        _ when type.IsEnum => Enum.TryParse(type, text.Replace("-", "", StringComparison.Ordinal), ignoreCase: true, out var value) && Enum.IsDefined(type, value!)
            ? value! : throw new FormatException(),
        _ => Convert.ChangeType(Quantity.ParseCount(text), type, CultureInfo.InvariantCulture),
    };

    private static string Expected(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (type.IsEnum) return "one of " + string.Join(", ", Enum.GetNames(type));
        if (type == typeof(TimeSpan)) return "a duration such as 250ms, 10s, 5m or 8h";
        if (type == typeof(bool)) return "true or false";
        return type == typeof(Uri) ? $"a URL. {MaskedText.UrlHint.TrimEnd('.')}" : "a number such as 1000, 64KiB or 1MiB";
    }
}
