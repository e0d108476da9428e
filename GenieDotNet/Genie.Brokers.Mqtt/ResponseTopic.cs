namespace Genie.Brokers.Mqtt;

/// <summary>
/// Whether an answer can be published to a message's response topic. Servers pass on one with wildcards, which MQTT 5.0
/// section 3.3.2.3.5 forbids, and end the link of whoever publishes to it: the unanswered message would come again over the next link, and end that.
/// </summary>
internal static class ResponseTopic
{
    /// <summary>True for a topic's name; false for none, and for a filter.</summary>
    public static bool IsName(ReadOnlySpan<byte> topic) => !topic.IsEmpty && topic.IndexOfAny((byte)'+', (byte)'#') < 0;

    /// <inheritdoc cref="IsName(ReadOnlySpan{byte})"/>
    public static bool IsName(ReadOnlySpan<char> topic) => !topic.IsEmpty && topic.IndexOfAny('+', '#') < 0;
}
