using System.Globalization;
using System.Text.Json;
using Genie.Brokers.Drivers;
using Genie.Faults;

namespace Genie.Benchmarks.Commands.Proxy;

/// <summary>Changes a proxy by lines of words: a fault or an event, and whom it is about.</summary>
internal sealed class ProxySteering(IFaultProxy proxy)
{
    private static readonly Dictionary<string, TcpFault> Faults = Enum.GetValues<TcpFault>().Where(fault => fault != TcpFault.None)
        .ToDictionary(fault => JsonNamingPolicy.KebabCaseLower.ConvertName(fault.ToString()));

    private static readonly string[] OfStreams = [.. Faults.Keys, "reset", "close", "cut", "garbage"];
    private static readonly string[] OfBoth = ["heal", "profile", "latency", "loss", "counts", "help"];

    private string[] Known => proxy is TcpFaultProxy ? [.. OfStreams, .. OfBoth] : ["silence", .. OfBoth];

    /// <summary>Does what a line says.</summary>
    /// <returns>What was done, or what is wrong with the line.</returns>
    public string Do(string line)
    {
        var words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        try
        {
            return Known.Contains(words[0]) && words.Length <= 2 ? Do(words[0], words.Length > 1 ? words[1] : null)
                : throw new FormatException($"'{line.Trim()}' is unknown.{NearestName.Hint(words[0], Known)} 'help' lists what there is.");
        }
        catch (Exception error) when (error is FormatException or ArgumentException)
        {
            return error.Message.Printable();
        }
    }

    /// <summary>Counts in one line, those that are not zero.</summary>
    public static string Describe(FaultCounts counts) => string.Join(", ", typeof(FaultCounts).GetProperties()
        .Select(property => (property.Name, Value: (long)property.GetValue(counts)!)).Where(count => count.Value != 0)
        .Select(count => string.Create(CultureInfo.InvariantCulture, $"{JsonNamingPolicy.KebabCaseLower.ConvertName(count.Name)} {count.Value}")).DefaultIfEmpty("nothing came"));

    private string Do(string verb, string? argument)
    {
        switch (verb)
        {
            case "help":
                return $"{string.Join(", ", Known)}; most take to-server or to-client, profile a name, latency a time, loss a share";
            case "counts":
                return Describe(proxy.Counts);
            case "heal":
                proxy.Heal();
                return "healed";
            case "profile":
                proxy.Profile = NetworkOption.Find(argument ?? throw new FormatException("profile: which?"));
                return $"profile {proxy.Profile.Name}";
            case "latency":
                proxy.Profile = proxy.Profile with { Name = "custom", RoundTrip = Quantity.ParseDuration(argument ?? throw new FormatException("latency: how long?")) };
                return $"latency {argument}";
            case "loss":
                proxy.Profile = proxy.Profile with { Name = "custom", Loss = PacketLoss.Uniform(NetworkOption.ParseShare(argument ?? throw new FormatException("loss: how much?"))) };
                return $"loss {argument}";
            default:
                Begin(verb, argument);
                return argument is null ? verb : $"{verb} {argument}";
        }
    }

    private void Begin(string verb, string? argument)
    {
        FaultDirections? directions = argument switch
        {
            null => null,
            "to-server" => FaultDirections.ToServer,
            "to-client" => FaultDirections.ToClient,
            "both" => FaultDirections.Both,
            _ => throw new FormatException($"'{argument}' is no direction.{NearestName.Hint(argument, ["to-server", "to-client", "both"])} Known: to-server, to-client, both."),
        };
        if (proxy is UdpFaultProxy datagrams)
        {
            datagrams.Silence(directions ?? FaultDirections.Both);
            return;
        }

        var streams = (TcpFaultProxy)proxy;
        if (Faults.TryGetValue(verb, out var fault)) streams.Begin(fault, directions ?? FaultDirections.Both);
        else if (verb == "reset") streams.ResetAll();
        else if (verb == "close") streams.CloseAll();
        else if (verb == "cut") streams.CutAll(directions ?? FaultDirections.Both);
        else streams.SendGarbage(directions ?? FaultDirections.ToClient);
    }
}
