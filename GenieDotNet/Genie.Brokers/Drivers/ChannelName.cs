using System.Buffers;

namespace Genie.Brokers.Drivers;

/// <summary>What a channel may be called, the same for every system: whatever it is mapped to, nothing in it needs quoting or means more.</summary>
public static class ChannelName
{
    /// <summary>Characters at most: Kafka's topics have 249, of which prefix, group and the like take their part.</summary>
    public const int LengthMax = 150;

    private static readonly SearchValues<char> Allowed = SearchValues.Create("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");

    // No channel's name has a full stop, so that this is nobody else's.
    private const string BroadcastSuffix = ".broadcast";

    /// <summary>What drivers are given as a channel: its name, with <c>.broadcast</c> behind it for messages to every listener.</summary>
    internal static string AddressOf(string channel, Delivery delivery) => delivery == Delivery.Broadcast ? channel + BroadcastSuffix : channel;

    /// <summary>Refuses a name that is none.</summary>
    /// <exception cref="BrokerSettingException">It is empty, too long, or has other characters than ASCII letters, digits, <c>-</c> and <c>_</c>.</exception>
    public static void Check(string channel)
    {
        ArgumentNullException.ThrowIfNull(channel);
        if (channel.Length is 0 or > LengthMax || channel.AsSpan().ContainsAnyExcept(Allowed))
            throw new BrokerSettingException($"A channel needs a name of 1 to {LengthMax} ASCII letters, digits, '-' and '_'; '{channel.ReplaceLineEndings(" ")}' is none.");
    }
}
