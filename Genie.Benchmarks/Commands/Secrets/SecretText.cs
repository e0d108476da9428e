using Genie.Benchmarks.Drivers;
using Genie.Brokers.Drivers;
using Genie.PostgreSql;
using Npgsql;

namespace Genie.Benchmarks.Commands.Secrets;

/// <summary>What anybody may see of options' values, by what they are. What was masked stays as it is when it is masked again.</summary>
internal static class SecretText
{
    private const string WorkerScheme = "tcp://";
    private const string HiddenPassword = ";Password=" + MaskedText.Mask;

    private static readonly string[] PlainKeywords = ["Host", "Port", "Database"];

    /// <summary>Nothing: a key, a code.</summary>
    public static string OfValue(string value) => MaskedText.Of(SettingSecrecy.Value, value);

    /// <summary>A URL without user info and query.</summary>
    public static string OfUrl(string value) => MaskedText.Of(SettingSecrecy.Url, value);

    /// <summary>Host, port and database of Npgsql's connection string; of any other nothing.</summary>
    public static string OfConnectionString(string value)
    {
        if (value.Length == 0) return value;
        try
        {
            var given = ConnectionStrings.Read(value);
            var shown = new NpgsqlConnectionStringBuilder();
            string[] keywords = [.. given.Keys];
            string[] plain = [.. keywords.Where(PlainKeywords.Contains).Where(keyword => !$"{given[keyword]}".Contains('@', StringComparison.Ordinal))];
            foreach (var keyword in plain) shown[keyword] = given[keyword];
            return plain.Length == 0 ? MaskedText.Mask : shown.ConnectionString + (keywords.Length > plain.Length ? HiddenPassword : "");
        }
        catch (ArgumentException)
        {
            return MaskedText.Mask;
        }
    }

    /// <summary>Where a worker listens; of a shell command, which may set variables, nothing.</summary>
    public static string OfWorkerCommand(string value) => value.StartsWith(WorkerScheme, StringComparison.Ordinal) ? OfUrl(value) : OfValue(value);

    /// <summary>A driver's setting, <c>NAME=VALUE</c> or <c>BROKER.NAME=VALUE</c>, by what the driver says of it; nothing of the value where no driver knows it.</summary>
    public static string OfBrokerSetting(string value)
    {
        var equals = value.IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0 || !IsName(value[..equals])) return OfValue(value);
        return $"{value[..equals]}={MaskedText.Of(SecrecyOf(value[..equals]), value[(equals + 1)..])}";
    }

    /// <summary>The arguments of another command of <c>bench</c>, masked by its options.</summary>
    public static string OfBenchArguments(string value) => ShownCommandLine.OfText(value);

    /// <summary>A word of the command line that is no option's value, as where its option is misspelt or missing: what stands before a value.</summary>
    public static string OfStray(string word)
    {
        if (word.Contains("://", StringComparison.Ordinal)) return OfUrl(word);
        var value = word.AsSpan().IndexOfAny("=:");
        return value < 0 ? word : word[..(value + 1)] + MaskedText.Mask;
    }

    /// <summary>True for what may be a setting's name, so that it can be repeated.</summary>
    public static bool IsName(string text) => text.All(static character => char.IsAsciiLetterOrDigit(character) || character is '-' or '_' or '.');

    // Of several drivers that have a setting of the name, the one with the most to hide counts.
    private static SettingSecrecy SecrecyOf(string name)
    {
        var broker = DriverCatalogue.Brokers.FirstOrDefault(broker => name.StartsWith(broker + ".", StringComparison.Ordinal));
        var setting = broker is null ? name : name[(broker.Length + 1)..];
        var kinds = (broker is null ? DriverCatalogue.Brokers : [broker]).SelectMany(DriverCatalogue.Of)
            .SelectMany(static driver => BrokerOptionsBinder.Describe(driver.Broker, driver.OptionsType))
            .Where(each => each.Name.Equals(setting, StringComparison.OrdinalIgnoreCase)).Select(static each => each.Secrecy).Distinct().ToArray();
        return kinds.Where(static kind => kind != SettingSecrecy.None).ToArray() switch
        {
            [] => kinds.Length == 0 ? SettingSecrecy.Value : SettingSecrecy.None,
            [var one] => one,
            _ => SettingSecrecy.Value,
        };
    }
}
