using System.CommandLine;
using GameLicenseExample.Serving;
using Genie.Brokers;

namespace GameLicenseExample.Commands;

/// <summary>Which messaging system server and game talk over, and where it is.</summary>
internal sealed class BrokerOption
{
    /// <summary>The name of the option for the system.</summary>
    public const string BrokerName = "--broker";

    /// <summary>The name of the option for the address.</summary>
    public const string UrlName = "--url";

    private readonly Option<string> _broker = new(BrokerName) { Description = $"What server and game talk over: {string.Join(", ", GameBrokers.Names)}", HelpName = "NAME", DefaultValueFactory = _ => GameBrokers.Brokerless };
    private readonly Option<string?> _url = new(UrlName) { Description = $"Its address. {GameBrokers.Brokerless} needs no server: the game connects to the licence server.", HelpName = "URL" };

    /// <summary>Adds both to a command.</summary>
    public void AddTo(Command command)
    {
        _broker.AcceptOnlyFromAmong([.. GameBrokers.Names]);
        command.Add(_broker);
        command.Add(_url);
    }

    /// <summary>The system's name.</summary>
    public string Read(ParseResult parsed) => parsed.GetValue(_broker)!;

    /// <summary>The address that was given.</summary>
    public string? ReadUrl(ParseResult parsed) => parsed.GetValue(_url);

    /// <summary>The system. Connects to nothing yet.</summary>
    public IBroker Create(ParseResult parsed) => GameBrokers.Create(Read(parsed), ReadUrl(parsed));
}
