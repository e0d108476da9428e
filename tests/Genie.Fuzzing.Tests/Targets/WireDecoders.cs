using Genie.Brokers;
using Genie.Brokers.ActiveMQ.Wire.Protocol;
using Genie.Brokers.Aeron.Messaging;
using Genie.Brokers.Aeron.Wire;
using Genie.Brokers.Mqtt.Wire.Protocol;
using Genie.Brokers.Nats.Wire.Protocol;
using Genie.Brokers.ProtoActor.Official.Messages;
using Genie.Brokers.ProtoActor.Official.Remote;
using Genie.Brokers.ZeroMQ.Wire.Protocol;
using Genie.Testing;
using Google.Protobuf;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>The protocols of the wire drivers, as servers speak them.</summary>
internal static partial class WireDecoders
{
    private const int PacketBytesMax = 1 << 20;

    private static readonly Type[] Refusals = [typeof(BrokerException)];

    public static Decoder Nats() => new()
    {
        Genuine = Decoder.Texts(
            "INFO {\"version\":\"2.10.1\",\"max_payload\":1048576,\"headers\":true,\"tls_required\":false}\r\nPING\r\n", "MSG a.b 12 _INBOX.x.1 5\r\nhello\r\nPONG\r\n",
            "HMSG a.b 12 28 30\r\nNATS/1.0 503\r\nName: value\r\nxyz\r\n", "+OK\r\n-ERR 'Permissions Violation for Publish to \"x\"'\r\n", "-ERR 'Slow Consumer'\r\nmsg a 1 0\r\n\r\n"),
        Pieces = Decoder.Texts("\r\n", " ", "MSG ", "HMSG ", "INFO {", "-ERR '", "NATS/1.0 503\r\n\r\n", "99999999999999999999", "2147483648", "-1", "\t", "null", "{\"max_payload\":-1}"),
        Refusals = Refusals,
        Decode = static (input, random) =>
        {
            var (parser, buffer, found) = (new NatsParser(), Segments.Cut(input, random), new List<NatsOperation>());
            while (parser.TryRead(ref buffer, out var frame))
            {
                found.Add(frame.Operation);
                if (frame.Operation == NatsOperation.Info) NatsServerInfo.Parse(frame.Text);
                if (frame.Operation == NatsOperation.Error) NatsErrors.Read(frame.Text);
                if (frame.Operation == NatsOperation.Message) NatsHeaders.IsNoResponders(frame.Headers);
            }

            return Decoder.Kinds(found);
        },
    };

    public static Decoder Mqtt()
    {
        byte[] publish = [0x32, 21, 0, 3, .. "a/b"u8, 0, 1, 11, 0x08, 0, 1, (byte)'r', 0x09, 0, 2, 1, 2, 0x01, 1, 7, 8];
        publish[1] = (byte)(publish.Length - 2);
        return new Decoder
        {
            Genuine =
            [
                publish, [0x20, 3, 0, 0, 0], [0x20, 14, 1, 0, 11, 0x21, 0, 9, 0x27, 0, 1, 0, 0, 0x22, 0, 7], [0x40, 2, 0, 1], [0x40, 4, 0, 1, 0x10, 0], [0x90, 4, 0, 1, 0, 1],
                [0xE0, 8, 0x8E, 6, 0x1F, 0, 3, .. "why"u8], [0xD0, 0], [0x30, 6, 0, 1, (byte)'t', 0, 5, 6, .. publish],
            ],
            Pieces = [[0x26, 0, 1, 1, 0, 1, 2], [0x23, 0, 1], [0x0B, 0xFF, 0xFF, 0xFF, 0x7F], [0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0x80, 0x80, 0x01]],
            Refusals = Refusals,
            Decode = static (input, random) =>
            {
                var (buffer, found) = (Segments.Cut(input, random), new List<MqttPacketType>());
                while (MqttPacket.TryRead(ref buffer, PacketBytesMax, out var packet))
                {
                    found.Add(packet.Type);
                    ReadMqtt(packet);
                }

                return Decoder.Kinds(found);
            },
        };
    }

    public static Decoder Stomp() => new()
    {
        Genuine = Decoder.Texts(
            "CONNECTED\nversion:1.2\nheart-beat:1000,2000\nserver:ActiveMQ/5.18\n\n\0\n\n", "MESSAGE\nack:7\nreply-to:/temp/1\ncorrelation-id:a\\cb\ncontent-length:3\n\na\0b\0",
            "RECEIPT\r\nreceipt-id:12\r\n\r\n\0", "ERROR\nmessage:User x does not have permission\\nline\n\nbody\0", "\n\nMESSAGE\nmessage:\\\\\n\nrest\0MESSAGE\n\n\0"),
        Pieces = Decoder.Texts("\n", "\r\n", "\0", ":", "\\", "\\c", "\\x", "content-length:", "99999999999", "heart-beat:9223372036854775807,1\n", "CONNECTED\n", "heart-beat:0,0\n", "\n\n"),
        Refusals = Refusals,
        Decode = static (input, random) =>
        {
            var (parser, buffer, found) = (new StompParser(), Segments.Cut(input, random), new List<StompCommand>());
            while (parser.TryRead(ref buffer, out var frame))
            {
                found.Add(frame.Command);
                StompText.Unescape(frame.CorrelationId);
                StompText.Unescape(frame.ReplyTo);
                if (frame.Command == StompCommand.Error) StompErrors.Read(frame);
                if (frame.Command == StompCommand.Connected) StompHeartBeat.Agree(TimeSpan.FromSeconds(1), frame.HeartBeat).ToLink();
            }

            return Decoder.Kinds(found);
        },
    };

    public static Decoder ZmtpGreetings()
    {
        var greeting = new byte[ZmtpGreeting.Bytes];
        new ZmtpGreeting(3, 1, "PLAIN", true).Write(greeting);
        return new Decoder
        {
            Genuine = [greeting],
            Refusals = Refusals,

            // It is never given less: the handshake waits for all of it.
            Decode = static (input, _) => input.Length < ZmtpGreeting.Bytes ? "short" : $"{ZmtpGreeting.Read(input).AsServer}",
        };
    }

    public static Decoder Zmtp()
    {
        var ready = ZmtpCommand.WithMetadata(ZmtpCommand.Ready, ("Socket-Type", "DEALER"), ("Identity", "")).ToFrame();
        byte[] message = [ZmtpFlags.More, 2, 1, 2, ZmtpFlags.More, 3, .. "abc"u8, 0, 4, 5, 6, 7, 8];
        return new Decoder
        {
            Genuine = [ready, message, [.. message, .. ready], new ZmtpCommand(ZmtpCommand.Error, [3, .. "why"u8]).ToFrame(), [ZmtpFlags.Long, 0, 0, 0, 0, 0, 0, 0, 2, 9, 9]],
            Pieces = [[ZmtpFlags.Long, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [ZmtpFlags.More, 0], [ZmtpFlags.Command, 0], [ZmtpFlags.Command, 1, 0]],
            Refusals = Refusals,
            Decode = static (input, random) =>
            {
                var (buffer, found) = (Segments.Cut(input, random), new List<string>());
                while (ZmtpMessage.TryTake(ref buffer, PacketBytesMax, out var message))
                {
                    found.Add($"{message.Frames}");
                    if (!message.IsCommand) continue;
                    var command = ZmtpCommand.Parse(message.First);
                    var rest = command.Data.AsSpan();
                    if (command.Name == ZmtpCommand.Error) ZmtpCommand.TakeShort(ref rest);
                    else if (command.Name == ZmtpCommand.Ready) command.ReadMetadata();
                }

                return Decoder.Kinds(found);
            },
        };
    }

    public static Decoder ProtoActor()
    {
        var serializer = new ActorMessageSerializer();
        byte[][] genuine =
        [
            [1, .. serializer.Serialize(new ActorRequest((ActorRequestKind)0, "channel", 7, new byte[] { 1, 2 })).Span],
            [0, .. serializer.Serialize(new ActorAnswer(7, new byte[] { 3 })).Span], [0, .. serializer.Serialize(new ActorAnswer(8, null)).Span],
        ];
        return new Decoder
        {
            Genuine = genuine,
            Refusals = Refusals,

            // The first byte stands for the name of the type, which travels beside the bytes.
            Decode = (input, _) => input.Length == 0 ? "none" : serializer.Deserialize(ByteString.CopyFrom(input.AsSpan(1)), input[0] == 1 ? "genie.request" : "genie.answer") switch
            {
                ActorRequest request => Enum.IsDefined(request.Kind) ? $"{request.Kind}" : "unknown",
                var answer => answer.GetType().Name,
            },
        };
    }

    public static Decoder AeronMessage() => new()
    {
        Genuine = [[.. new byte[12], 3, 0, 0, 0, .. "log"u8]],
        Refusals = Refusals,
        Decode = static (input, _) =>
        {
            var reader = new MessageReader(input);
            reader.ReadInt64();
            reader.ReadInt32();
            return reader.ReadText().Length == 0 ? "empty" : "text";
        },
    };

    public static Decoder AeronFragments() => new()
    {
        // Session, flags, length and bytes of each fragment.
        Genuine = [[1, 0xC0, 2, 8, 9], [1, 0x80, 1, 5, 2, 0x80, 1, 6, 1, 0, 1, 7, 1, 0x40, 0, 2, 0x40, 1, 8], [3, 0x40, 0, 3, 0, 0]],
        Decode = static (input, _) =>
        {
            var (assembler, found) = (new MessageAssembler(), new List<string>());
            for (var at = 0; at + 3 <= input.Length;)
            {
                var length = Math.Min(input[at + 2], input.Length - at - 3);
                var isWhole = assembler.TryAssemble(input[at], input[at + 1], input.AsSpan(at + 3, length), out var message);
                found.Add(isWhole ? message.Length > 255 ? "large" : "whole" : "part");
                at += 3 + length;
            }

            return Decoder.Kinds(found);
        },
    };

    private static void ReadMqtt(in MqttPacket packet)
    {
        switch (packet.Type)
        {
            case MqttPacketType.Publish:
                MqttPublish.Read(packet);
                break;
            case MqttPacketType.ConnAck:
                MqttGreeting.Read(packet);
                break;
            case MqttPacketType.PubAck or MqttPacketType.PubRec or MqttPacketType.PubRel or MqttPacketType.PubComp or MqttPacketType.SubAck or MqttPacketType.UnsubAck:
                MqttAcknowledgement.Read(packet);
                break;
            case MqttPacketType.Disconnect:
                MqttAcknowledgement.ReadDisconnect(packet);
                break;
        }
    }
}
