using System.Globalization;
using System.Numerics;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>What the options say, checked and in the form that the media driver takes.</summary>
internal sealed class AeronAddress
{
    /// <summary>Bytes of a message before the payload: a correlation, or what kind of message it is.</summary>
    public const int PrefixBytes = sizeof(ulong);

    private const int TermBytesMin = 64 * 1024;
    private const int TermBytesMax = 1024 * 1024 * 1024;
    private const int MessageBytesMax = 16 * 1024 * 1024;
    private const string Ipc = "aeron:ipc";
    private const string Udp = "aeron:udp?";
    private const string Endpoint = "endpoint=";

    /// <exception cref="BrokerSettingException">A setting cannot be used.</exception>
    public AeronAddress(AeronOptions options)
    {
        if (options.TermBytes is < TermBytesMin or > TermBytesMax || !BitOperations.IsPow2(options.TermBytes))
            throw new BrokerSettingException($"aeron.term-bytes: {options.TermBytes} is no power of two from 64KiB to 1GiB.");
        if (!IsIpc(options.Channel) && !options.Channel.StartsWith(Udp, StringComparison.Ordinal))
            throw new BrokerSettingException($"aeron.channel: '{options.Channel}' is neither aeron:ipc nor aeron:udp?endpoint=HOST:PORT.");
        Folder = options.Dir.Length > 0 ? Path.GetFullPath(options.Dir) : DefaultFolder;
        Channel = options.Channel;
        ReplyChannel = options.ReplyChannel.Length > 0 ? options.ReplyChannel : DeriveReplyChannel(options.Channel);
        TermBytes = options.TermBytes;
        MaxMessageBytes = Math.Min(options.TermBytes / 8, MessageBytesMax);
        Limit = PayloadLimit.OfMessage(AeronDrivers.Name, MaxMessageBytes - PrefixBytes);
    }

    /// <summary>Where Aeron's own programs look for the media driver.</summary>
    public static string DefaultFolder =>
        Path.Combine(OperatingSystem.IsLinux() ? "/dev/shm" : Path.GetTempPath(), $"aeron-{Environment.UserName}");

    /// <summary>The media driver's folder.</summary>
    public string Folder { get; }

    /// <summary>Where listeners receive.</summary>
    public string Channel { get; }

    /// <summary>Where answers are received.</summary>
    public string ReplyChannel { get; }

    /// <summary>Length of a term.</summary>
    public int TermBytes { get; }

    /// <summary>The largest message of a publication, the prefix included.</summary>
    public int MaxMessageBytes { get; }

    /// <summary>The largest payload.</summary>
    public PayloadLimit Limit { get; }

    /// <summary>A channel with the term length that publications ask for.</summary>
    public string ToPublish(string channel) =>
        $"{channel}{(channel.Contains('?', StringComparison.Ordinal) ? '|' : '?')}term-length={TermBytes.ToString(CultureInfo.InvariantCulture)}";

    private static bool IsIpc(string channel) =>
        channel == Ipc || channel.StartsWith(Ipc + "?", StringComparison.Ordinal);

    private static string DeriveReplyChannel(string channel)
    {
        if (IsIpc(channel)) return channel;
        var start = channel.IndexOf(Endpoint, StringComparison.Ordinal) + Endpoint.Length;
        var end = channel.IndexOf('|', start) is var bar and >= 0 ? bar : channel.Length;
        var colon = start < Endpoint.Length ? -1 : channel.LastIndexOf(':', end - 1, end - start);
        if (colon < 0 || !ushort.TryParse(channel.AsSpan(colon + 1, end - colon - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var port) || port == ushort.MaxValue)
            throw new BrokerSettingException($"aeron.channel: '{channel}' names no endpoint=HOST:PORT, from which the channel of answers could be derived. Name one, or set aeron.reply-channel.");
        return string.Create(CultureInfo.InvariantCulture, $"aeron:udp?endpoint={channel.AsSpan(start, colon - start)}:{port + 1}");
    }
}
