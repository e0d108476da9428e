using System.Collections.Concurrent;
using Genie.Brokers.Mqtt.Wire.Protocol;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>Pooled: where the answer to one message goes, and the correlation data that it must carry as a property.</summary>
internal sealed class MqttReplyRoute
{
    private const int PropertyHeaderBytes = 3;
    private const int KeptBytesMax = 1024;
    private const int PoolSizeMax = 4096;
    private static readonly ConcurrentQueue<MqttReplyRoute> Pool = new();
    private byte[] _bytes = new byte[128];
    private int _topicBytes;
    private int _propertyBytes;

    private MqttReplyRoute()
    {
    }

    public ReadOnlyMemory<byte> Topic => _bytes.AsMemory(0, _topicBytes);

    /// <summary>The correlation data as it stands among a PUBLISH's properties; empty for none.</summary>
    public ReadOnlyMemory<byte> Properties => _bytes.AsMemory(_topicBytes, _propertyBytes);

    public static MqttReplyRoute Rent(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> correlation)
    {
        if (!Pool.TryDequeue(out var route)) route = new MqttReplyRoute();
        route._topicBytes = topic.Length;
        route._propertyBytes = correlation.IsEmpty ? 0 : PropertyHeaderBytes + correlation.Length;
        var needed = route._topicBytes + route._propertyBytes;
        if (route._bytes.Length < needed) route._bytes = new byte[needed];
        var bytes = new MqttBytes(route._bytes);
        bytes.Raw(topic);
        if (!correlation.IsEmpty)
        {
            bytes.Byte(MqttProperty.CorrelationData);
            bytes.Prefixed(correlation);
        }

        return route;
    }

    public void Return()
    {
        if (_bytes.Length <= KeptBytesMax && Pool.Count < PoolSizeMax) Pool.Enqueue(this);
    }
}
