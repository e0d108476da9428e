using System.Globalization;
using Genie.Brokers.Drivers;
using Genie.Faults;

namespace Genie.Benchmarks.Commands;

/// <summary>Options that take a network, or a share of what passes through it.</summary>
internal static class NetworkOption
{
    private static readonly IReadOnlyList<string> Names = [.. NetworkProfile.All.Select(profile => profile.Name)];

    /// <summary>A network by its name; <paramref name="byDefault"/> may be null for none.</summary>
    public static ParsedOption<NetworkProfile> Create(string name, string description, string? byDefault) =>
        Options.Of(name, $"{description}: {string.Join(", ", Names)}", byDefault, Find);

    /// <summary>A share, or nothing.</summary>
    public static ParsedOption<double?> OfShare(string name, string description) => Options.Of<double?>(name, description, null, text => ParseShare(text));

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

    /// <summary>Loss of a share, so many packets in a row in the mean.</summary>
    public static PacketLoss LossOf(double share, long burst) => burst > 1 && share < 1 ? PacketLoss.Burst(share, burst) : PacketLoss.Uniform(share);
}
