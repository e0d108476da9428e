using System.Collections.Concurrent;
using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>PINGREQ (3.12). Who awaits its PINGRESP is noted in the order in which the frames go out.</summary>
/// <param name="pings">Those who wait; null for nobody.</param>
/// <param name="waiter">Told of the answer.</param>
internal readonly struct PingFrame(ConcurrentQueue<TaskCompletionSource?> pings, TaskCompletionSource? waiter) : ILinkFrame
{
    public int SizeMax => MqttControlPackets.PingRequest.Length;

    public int Write(Span<byte> destination)
    {
        pings.Enqueue(waiter);
        MqttControlPackets.PingRequest.CopyTo(destination);
        return SizeMax;
    }
}
