using System.CommandLine;
using Genie.Benchmarks.Commands.Secrets;

namespace Genie.Benchmarks.Commands;

/// <summary><c>--broker-option</c>: settings of drivers on the command line.</summary>
internal sealed class BrokerOptions
{
    private readonly SecretOption<string[]> _settings = new("--broker-option", SecretText.OfBrokerSetting)
    {
        Description = "A driver's setting, NAME=VALUE, or BROKER.NAME=VALUE where several are measured (nats.url=nats://host:4222). "
            + "'./genie brokers --settings' lists them. May be given again.",
        HelpName = "NAME=VALUE",
        DefaultValueFactory = _ => [],
    };

    /// <summary>Adds it to a command.</summary>
    public void AddTo(Command command) => command.Add(_settings);

    /// <summary>The settings for each system.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="brokers">The systems in question; a setting without a system's name is for the only one of them.</param>
    /// <exception cref="BadArgumentException">A setting has no value, or names no system of several.</exception>
    public ILookup<string, KeyValuePair<string, string>> Read(ParseResult parsed, IReadOnlyList<string> brokers) =>
        parsed.GetValue(_settings)!.Select(text => Split(text, brokers)).ToLookup(setting => setting.Broker, setting => setting.Pair);

    private static (string Broker, KeyValuePair<string, string> Pair) Split(string text, IReadOnlyList<string> brokers)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0 || !SecretText.IsName(text[..equals])) throw new BadArgumentException("--broker-option: expected NAME=VALUE.");
        var (name, value) = (text[..equals], text[(equals + 1)..]);
        var broker = brokers.FirstOrDefault(b => name.StartsWith(b + ".", StringComparison.Ordinal));
        if (broker is not null) return (broker, new(name[(broker.Length + 1)..], value));
        if (name.Contains('.', StringComparison.Ordinal))
        {
            var given = name[..name.IndexOf('.', StringComparison.Ordinal)];
            throw new BadArgumentException($"--broker-option {name}: '{given}' is not among the systems measured.{Brokers.Drivers.NearestName.Hint(given, brokers)}");
        }

        return brokers.Count == 1
            ? (brokers[0], new(name, value))
            : throw new BadArgumentException($"--broker-option {name}: say whose setting it is, as in {brokers[^1]}.{name}=VALUE.");
    }
}
