using System.Buffers;
using System.Text;
using Genie.Brokers.Mqtt.Wire;
using Genie.Brokers.Mqtt.Wire.Protocol;
using Genie.Brokers.Multiplexing;
using Xunit.Abstractions;

namespace Genie.Brokers.Mqtt.Tests;

/// <summary>Packets byte by byte, whole and cut anywhere.</summary>
public sealed class MqttProtocolTests(ITestOutputHelper output)
{
    private const long BytesMax = 1 << 20;

    [Theory]
    [InlineData(0, "00")]
    [InlineData(127, "7F")]
    [InlineData(128, "8001")]
    [InlineData(16_383, "FF7F")]
    [InlineData(16_384, "808001")]
    [InlineData(268_435_455, "FFFFFF7F")]
    public void Lengths_are_written_and_read_as_the_specification_has_them(int value, string expected)
    {
        var bytes = new byte[4];
        var writer = new MqttBytes(bytes);
        writer.Variable(value);
        Assert.Equal(expected, Convert.ToHexString(bytes, 0, writer.Length));
        Assert.Equal(expected.Length / 2, MqttBytes.SizeOf(value));
        var reader = new MqttReader(bytes);
        Assert.Equal(value, reader.Variable());
    }

    [Fact]
    public void A_publish_is_read_as_it_was_written_however_it_is_cut()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var round = 0; round < 3000; round++)
        {
            var payload = new byte[random.Next(0, random.Next(2) == 0 ? 50 : 5000)];
            random.NextBytes(payload);
            var topic = "t/" + new string('x', random.Next(0, 300));
            var responseTopic = random.Next(2) == 0 ? null : "r/" + new string('y', random.Next(0, 300));
            var correlation = random.Next(2) == 0 ? (ulong?)null : (ulong)random.NextInt64();
            var qos = (MqttQos)random.Next(3);
            var frame = new PublishFrame
            {
                Topic = Encoding.UTF8.GetBytes(topic),
                Qos = qos,
                PacketId = 77,
                Payload = payload,
                Correlation = correlation,
                Properties = responseTopic is null ? default : PublishFrame.ResponseTopic(responseTopic),
            };
            var bytes = new byte[frame.SizeMax];
            var length = frame.Write(bytes);
            var buffer = Cut(bytes.AsSpan(0, length).ToArray(), random);
            Assert.True(MqttPacket.TryRead(ref buffer, BytesMax, out var packet));
            Assert.True(buffer.IsEmpty);
            var publish = MqttPublish.Read(packet);
            Assert.Equal(topic, Encoding.UTF8.GetString(publish.Topic));
            Assert.Equal(responseTopic ?? "", Encoding.UTF8.GetString(publish.ResponseTopic));
            Assert.Equal(correlation is null ? 0 : 8, publish.CorrelationData.Length);
            Assert.Equal((qos, qos == MqttQos.AtMostOnce ? 0 : 77), (publish.Qos, publish.PacketId));
            Assert.Equal(payload, publish.Payload.ToArray());
        }
    }

    [Fact]
    public void A_packet_that_is_not_complete_waits()
    {
        var frame = new PublishFrame { Topic = "topic"u8.ToArray(), Qos = MqttQos.AtLeastOnce, PacketId = 1, Payload = new byte[300] };
        var bytes = new byte[frame.SizeMax];
        var length = frame.Write(bytes);
        for (var cut = 0; cut < length; cut++)
        {
            var buffer = new ReadOnlySequence<byte>(bytes, 0, cut);
            Assert.False(MqttPacket.TryRead(ref buffer, BytesMax, out _));
            Assert.Equal(cut, buffer.Length);
        }
    }

    [Theory]
    [InlineData("30FFFFFFFF01")]
    [InlineData("30FFFFFF7F00")]
    public void A_length_beyond_the_protocol_or_our_limit_is_an_error(string packet) => Assert.Throws<BrokerProtocolException>(() =>
    {
        var buffer = new ReadOnlySequence<byte>(Convert.FromHexString(packet));
        MqttPacket.TryRead(ref buffer, BytesMax, out _);
    });

    [Theory]
    [InlineData("3600000001")]
    [InlineData("3000")]
    [InlineData("3003000900")]
    [InlineData("320500016100FF")]
    [InlineData("3205000161000000")]
    [InlineData("300600016102FF00")]
    [InlineData("300600016103230000")]
    public void A_malformed_publish_is_a_protocol_error(string packet)
    {
        var bytes = Convert.FromHexString(packet);
        bytes[1] = (byte)(bytes.Length - 2);
        Assert.Throws<BrokerProtocolException>(() =>
        {
            var buffer = new ReadOnlySequence<byte>(bytes);
            Assert.True(MqttPacket.TryRead(ref buffer, BytesMax, out var read));
            MqttPublish.Read(read);
        });
    }

    [Fact]
    public void Random_bytes_are_refused_or_wait_and_nothing_else()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var round = 0; round < 20_000; round++)
        {
            var bytes = new byte[random.Next(2, 60)];
            random.NextBytes(bytes);
            bytes[1] = (byte)(bytes.Length - 2);
            var buffer = Cut(bytes, random);
            try
            {
                if (!MqttPacket.TryRead(ref buffer, BytesMax, out var packet)) continue;
                MqttPublish.Read(packet);
                MqttAcknowledgement.Read(packet);
                MqttAcknowledgement.ReadDisconnect(packet);
                MqttGreeting.Read(packet with { Type = MqttPacketType.ConnAck });
            }
            catch (BrokerProtocolException)
            {
                // The one error there is for it.
            }
        }
    }

    [Fact]
    public void A_topic_is_sent_once_where_a_number_may_stand_for_it()
    {
        var alias = new TopicAlias();
        var frame = new PublishFrame { Topic = "a/long/topic"u8.ToArray(), Alias = alias, Qos = MqttQos.AtMostOnce, Payload = new byte[3] };
        var bytes = new byte[frame.SizeMax];
        var first = frame.Write(bytes);
        var second = frame.Write(bytes);
        Assert.Equal("a/long/topic".Length, first - second);
        var buffer = new ReadOnlySequence<byte>(bytes, 0, second);
        MqttPacket.TryRead(ref buffer, BytesMax, out var packet);
        var publish = MqttPublish.Read(packet);
        Assert.True(publish.Topic.IsEmpty);
        Assert.Equal(TopicAlias.Number, publish.TopicAlias);
    }

    [Fact]
    public void A_greeting_of_an_older_server_says_so()
    {
        var buffer = new ReadOnlySequence<byte>([0x20, 2, 0, 1]);
        Assert.True(MqttPacket.TryRead(ref buffer, BytesMax, out var packet));
        var greeting = MqttGreeting.Read(packet);
        var error = Assert.IsType<BrokerSettingException>(MqttReasons.RefusedConnection(greeting.ReasonCode, greeting.Reason));
        Assert.Contains("MQTT 5", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0x86, typeof(BrokerAuthenticationException), false)]
    [InlineData(0x87, typeof(BrokerAuthenticationException), false)]
    [InlineData(0x84, typeof(BrokerSettingException), false)]
    [InlineData(0x88, typeof(MqttReasonException), true)]
    [InlineData(0x85, typeof(MqttReasonException), false)]
    public void Refusals_of_a_connection_have_their_types(byte code, Type expected, bool isTransient)
    {
        var error = MqttReasons.RefusedConnection(code, "because");
        Assert.IsType(expected, error);
        Assert.Equal(isTransient, error.IsTransient);
    }

    [Fact]
    public void The_outbox_gives_out_no_more_than_the_receive_maximum_and_no_identifier_twice()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var outbox = new MqttOutbox(50, new TaskCompletionSource<Exception>().Task);
        var used = new Dictionary<ushort, Correlation>();
        for (var step = 0; step < 50_000; step++)
        {
            if (random.Next(2) == 0)
            {
                var correlation = new Correlation((uint)step, 1);
                var taken = outbox.TryTake(new MqttOutgoing(MqttOutgoingKind.Send, correlation), out var id);
                Assert.Equal(used.Count < 50, taken);
                if (taken) used.Add(id, correlation);
            }
            else if (used.Count > 0)
            {
                var id = used.Keys.ElementAt(random.Next(used.Count));
                Assert.True(outbox.TryRelease(id, out var outgoing));
                Assert.Equal(used[id], outgoing.Correlation);
                used.Remove(id);
                Assert.False(outbox.TryRelease(id, out _));
            }
        }
    }

    [Fact]
    public void A_repetition_at_qos_2_is_told_until_it_is_released()
    {
        var received = new ReceivedOnce();
        Assert.Equal(ReceivedOnce.Arrival.New, received.Arrive(5));
        Assert.Equal(ReceivedOnce.Arrival.BeingHandled, received.Arrive(5));
        received.Handled(5);
        Assert.Equal(ReceivedOnce.Arrival.Handled, received.Arrive(5));
        received.Release(5);
        Assert.Equal(ReceivedOnce.Arrival.New, received.Arrive(5));
    }

    private static ReadOnlySequence<byte> Cut(byte[] bytes, Random random)
    {
        if (random.Next(3) == 0) return new ReadOnlySequence<byte>(bytes);
        Segment? first = null, last = null;
        for (var at = 0; at < bytes.Length || first is null;)
        {
            var length = Math.Min(bytes.Length - at, random.Next(1, 1 + random.Next(1, 700)));
            last = last is null ? first = new Segment(bytes.AsMemory(at, length)) : last.Append(bytes.AsMemory(at, length));
            at += length;
        }

        return new ReadOnlySequence<byte>(first, 0, last!, last!.Memory.Length);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory) => Memory = memory;

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory) { RunningIndex = RunningIndex + Memory.Length };
            Next = next;
            return next;
        }
    }
}
