using System.Globalization;

namespace Genie.Brokers.Orleans.Official.Streams;

/// <summary>The keys of a channel's grains.</summary>
internal static class StreamKeys
{
    private const char Separator = '/';

    /// <summary>The key of a stream.</summary>
    public static string Of(string channel, int stream) => string.Create(CultureInfo.InvariantCulture, $"{channel}{Separator}{stream}");

    /// <summary>The channel of a key.</summary>
    public static string ChannelOf(string key) => key[..key.LastIndexOf(Separator)];
}
