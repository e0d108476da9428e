namespace Genie.Brokers.Aeron.Client;

/// <summary>The media driver's refusals (ErrorCode of Aeron's client protocol).</summary>
internal static class RegistrationError
{
    private const int InvalidChannel = 1;

    /// <summary>The error for a refused command.</summary>
    /// <param name="code">The media driver's code.</param>
    /// <param name="message">Its words.</param>
    public static BrokerException Of(int code, string message) => code == InvalidChannel
        ? new BrokerSettingException($"aeron.channel: the media driver refuses it ({message}).")
        : new BrokerException($"aeron: the media driver refuses a command ({message}). Its own log may say more.", isTransient: true);
}
