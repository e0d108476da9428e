using System.Globalization;
using Genie.Brokers.Drivers;
using Genie.Faults;

namespace Genie.Benchmarks.Commands;

/// <summary>Options that take a network, or a share of what passes through it.</summary>
internal static class NetworkOption
{
    /// <summary>The longest round trip, and the most that varies, of a network that connections are to live with.</summary>
    public static readonly TimeSpan LatencyMax = TimeSpan.FromSeconds(2);

    private const double LossMax = 0.5;

    private static readonly IReadOnlyList<string> Names = [.. NetworkProfile.All.Select(profile => profile.Name)];

    /// <summary>A network by its name; <paramref name="byDefault"/> may be null for none.</summary>
    public static ParsedOption<NetworkProfile> Create(string name, string description, string? byDefault) =>
        Options.Of(name, $"{description}: {string.Join(", ", Names)}", byDefault, Find);

    /// <summary>A share, or nothing.</summary>
    public static ParsedOption<double?> OfShare(string name, string description) => new(name, description, byDefault: null, text => ParseShare(text)) { HelpName = "N%" };

    /// <summary>The network of a name.</summary>
    /// <exception cref="FormatException">There is none; the nearest is suggested.</exception>
    public static NetworkProfile Find(string name) => NetworkProfile.Find(name)
        ?? throw new FormatException($"'{name}' is no known network.{NearestName.Hint(name, Names)} Known: {string.Join(", ", Names)}.");

    /// <summary>Reads <c>1%</c> or <c>0.01</c>.</summary>
    /// <exception cref="FormatException">It is not between 0 and 1.</exception>
    public static double ParseShare(string text)
    {
        var isPercent = text.EndsWith('%');
        if (!double.TryParse(isPercent ? text.AsSpan(0, text.Length - 1) : text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number))
            throw new FormatException($"'{text}' is no share; expected something like 1% or 0.01.");
        var share = isPercent ? number / 100 : number;
        return share <= 1 ? share : throw new FormatException($"'{text}' is more than all.");
    }

    /// <summary>Reads the share of datagrams that a network loses.</summary>
    /// <exception cref="FormatException">It is no share, or more than half.</exception>
    public static double ParseLoss(string text) =>
        ParseShare(text) is <= LossMax and var share ? share : throw new FormatException($"'{text}' is more than half: connections do not live with that.");

    /// <summary>Reads several shares with commas between, each once: <c>0.1%,1%</c>.</summary>
    /// <param name="text">The shares.</param>
    /// <param name="parse">Reads one.</param>
    /// <exception cref="FormatException">There is none, or one of them is wrong.</exception>
    public static double[] ParseShares(string text, Func<string, double> parse)
    {
        double[] shares = [.. text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(parse).Distinct()];
        return shares.Length > 0 ? shares : throw new FormatException("no share; expected something like 1% or 0.1%,1%.");
    }

    /// <summary>Loss of a share, so many packets in a row in the mean.</summary>
    public static PacketLoss LossOf(double share, long burst) => burst > 1 && share < 1 ? PacketLoss.Burst(share, burst) : PacketLoss.Uniform(share);
}
