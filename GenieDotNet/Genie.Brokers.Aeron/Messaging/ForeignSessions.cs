using Genie.Brokers.Telemetry;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>Publications whose messages a listener cannot read. Each is reported once: it may have millions. Used on the link's thread.</summary>
internal sealed class ForeignSessions
{
    private const string Shape = "a listener takes, once the session has greeted it, a correlation of 8 bytes and the payload";

    private readonly HashSet<int> _reported = [];

    /// <summary>A message is dropped.</summary>
    public void OnMessage(int sessionId, int messageBytes)
    {
        if (_reported.Add(sessionId)) BrokerEvents.Log.MessageUnreadable(AeronDrivers.Name, $"session {sessionId} sent {messageBytes:N0} bytes that no Genie connection sends; {Shape}. More of its messages are dropped without a word.");
    }

    /// <summary>A session ended.</summary>
    public void OnSessionEnded(int sessionId) => _reported.Remove(sessionId);
}
