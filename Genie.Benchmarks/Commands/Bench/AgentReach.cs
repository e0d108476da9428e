using System.Net;
using System.Net.Sockets;
using Genie.Benchmarks.Agents;
using Genie.Benchmarks.Agents.Crews;
using Genie.Brokers.Drivers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Whether agents can reach what is measured.</summary>
internal static class AgentReach
{
    /// <summary>Why a system cannot be measured with agents, or not at the address that was given; null if nothing speaks against it.</summary>
    /// <param name="broker">The system.</param>
    /// <param name="driver">Its driver.</param>
    /// <param name="settings">Its settings, as they were given.</param>
    /// <param name="placement">The agents.</param>
    public static string? LackOf(string broker, IBrokerDriver driver, IReadOnlyDictionary<string, string> settings, AgentPlacement placement)
    {
        if (driver.InProcess) return $"--clients-on and --worker-on: {broker} exists inside one process only.";
        if (ServerCatalogue.Find(broker) is { FolderOf: not null }) return "--clients-on and --worker-on: its clients meet the server in memory.";
        if (AgentFleet.Peers(placement).FirstOrDefault(peer => !IsLoopback(peer.Host!)) is not { } distant) return null;
        var (setting, isServer) = ServerCatalogue.Find(broker) is { } system ? (system.AddressSetting, true) : (BrokerOptionsBinder.UrlSetting, false);
        var given = settings.GetValueOrDefault(setting);
        if (given is not null && (!Uri.TryCreate(given, UriKind.Absolute, out var url) || !IsLoopback(url.Host))) return null;
        var what = isServer ? "A server" : "A worker";
        return $"{what} at {(given is null ? "this machine's loopback, where genie would start or find it," : MaskedText.OfUrl(given))} cannot be reached by agent '{distant.Name}' at {distant.Address}. "
            + $"{(isServer ? "Start one where all machines reach it" : "Name an address of the worker's machine")} and give --broker-option {broker}.{setting}=SCHEME://HOST:PORT.";
    }

    private static bool IsLoopback(string host)
    {
        if (IPAddress.TryParse(host.Trim('[', ']'), out var address)) return IPAddress.IsLoopback(address);
        try
        {
            return Dns.GetHostAddresses(host).All(IPAddress.IsLoopback);
        }
        catch (SocketException)
        {
            // A name that only agents know.
            return false;
        }
    }
}
