using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using Genie.Brokers.Telemetry;

namespace Genie.Testing;

/// <summary>Keeps what <see cref="BrokerEvents.MessageUnreadable(string, string)"/> says in this process.</summary>
public sealed class UnreadableMessages : EventListener
{
    private readonly ConcurrentQueue<string> _said = new();

    public UnreadableMessages() => EnableEvents(BrokerEvents.Log, EventLevel.Error);

    public IReadOnlyCollection<string> Said => _said;

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventName == nameof(BrokerEvents.MessageUnreadable)) _said.Enqueue($"{eventData.Payload![1]}");
    }
}
