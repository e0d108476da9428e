using System.Buffers.Binary;
using System.Text;
using Genie.Brokers.ProtoActor.Official.Messages;
using Google.Protobuf;
using Proto.Remote;

namespace Genie.Brokers.ProtoActor.Official.Remote;

/// <summary>
/// The driver's two messages as bytes. A request: its kind (1), the correlation (8, big-endian), the channel's length (1),
/// the channel in ASCII, the message. An answer: the correlation (8), 1 if an envelope follows (1), the envelope.
/// </summary>
internal sealed class ActorMessageSerializer : ISerializer
{
    /// <summary>Proto.Remote's own are 0 and 1.</summary>
    public const int Id = 7;

    /// <summary>Asked before Proto.Remote's own, which take any object.</summary>
    public const int Priority = 1000;

    private const string RequestName = "genie.request";
    private const string AnswerName = "genie.answer";
    private const int KindBytes = 1;
    private const int LengthBytes = 1;

    public bool CanSerialize(object obj) => obj is ActorRequest or ActorAnswer;

    public string GetTypeName(object message) => message is ActorRequest ? RequestName : AnswerName;

    public ByteString Serialize(object obj) => UnsafeByteOperations.UnsafeWrap(obj is ActorRequest request ? Bytes(request) : Bytes((ActorAnswer)obj));

    /// <exception cref="BrokerProtocolException">These bytes are none of the two.</exception>
    public object Deserialize(ByteString bytes, string typeName) => typeName == RequestName ? Request(bytes.Memory) : Answer(bytes.Memory);

    private static byte[] Bytes(ActorRequest request)
    {
        const int Fixed = KindBytes + sizeof(ulong) + LengthBytes;
        var bytes = new byte[Fixed + request.Channel.Length + request.Body.Length];
        bytes[0] = (byte)request.Kind;
        BinaryPrimitives.WriteUInt64BigEndian(bytes.AsSpan(KindBytes), request.Correlation);
        bytes[Fixed - LengthBytes] = checked((byte)request.Channel.Length);
        Encoding.ASCII.GetBytes(request.Channel, bytes.AsSpan(Fixed));
        request.Body.CopyTo(bytes.AsMemory(Fixed + request.Channel.Length));
        return bytes;
    }

    private static ActorRequest Request(ReadOnlyMemory<byte> bytes)
    {
        const int Fixed = KindBytes + sizeof(ulong) + LengthBytes;
        var span = bytes.Span;
        if (span.Length < Fixed || span.Length < Fixed + span[Fixed - LengthBytes]) throw Cut(span.Length);
        var body = Fixed + span[Fixed - LengthBytes];
        return new ActorRequest(
            (ActorRequestKind)span[0], Encoding.ASCII.GetString(span[Fixed..body]), BinaryPrimitives.ReadUInt64BigEndian(span[KindBytes..]), bytes[body..]);
    }

    private static byte[] Bytes(ActorAnswer answer)
    {
        var bytes = new byte[sizeof(ulong) + 1 + (answer.Envelope?.Length ?? 0)];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, answer.Correlation);
        if (answer.Envelope is not { } envelope) return bytes;
        bytes[sizeof(ulong)] = 1;
        envelope.CopyTo(bytes.AsMemory(sizeof(ulong) + 1));
        return bytes;
    }

    private static ActorAnswer Answer(ReadOnlyMemory<byte> bytes)
    {
        if (bytes.Length < sizeof(ulong) + 1) throw Cut(bytes.Length);

        // A bare null would become an empty envelope here, by way of an array that is null.
        ReadOnlyMemory<byte>? envelope = bytes.Span[sizeof(ulong)] == 1 ? bytes[(sizeof(ulong) + 1)..] : default(ReadOnlyMemory<byte>?);
        return new ActorAnswer(BinaryPrimitives.ReadUInt64BigEndian(bytes.Span), envelope);
    }

    private static BrokerProtocolException Cut(int bytes) => new(ProtoActorDrivers.Name, $"a message that ends after {bytes} bytes");
}
