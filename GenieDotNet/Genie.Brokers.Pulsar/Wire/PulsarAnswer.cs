using System.Collections.Concurrent;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>Pooled: where the answer to one message goes, and the property that it must carry.</summary>
internal sealed class PulsarAnswer
{
    private const int KeptBytesMax = 512;
    private const int PoolSizeMax = 4096;
    private static readonly ConcurrentQueue<PulsarAnswer> Pool = new();
    private byte[] _property = new byte[64];
    private int _length;

    private PulsarAnswer()
    {
    }

    public PulsarAnswerTopic Topic { get; private set; } = null!;

    /// <summary>The correlation as a property; empty if the request had none.</summary>
    public ReadOnlyMemory<byte> Property => _property.AsMemory(0, _length);

    public static PulsarAnswer Rent(PulsarAnswerTopic topic, ReadOnlySpan<byte> correlation)
    {
        if (!Pool.TryDequeue(out var answer)) answer = new PulsarAnswer();
        answer.Topic = topic;
        var bytesMax = PulsarProperties.EncodedBytesMax(correlation.Length) + PulsarProperties.CorrelationIdKey.Length;
        if (answer._property.Length < bytesMax) answer._property = new byte[bytesMax];
        answer._length = correlation.IsEmpty ? 0 : PulsarProperties.Encode(PulsarProperties.CorrelationIdKey, correlation, answer._property);
        return answer;
    }

    public void Return()
    {
        Topic = null!;
        if (_property.Length <= KeptBytesMax && Pool.Count < PoolSizeMax) Pool.Enqueue(this);
    }
}
