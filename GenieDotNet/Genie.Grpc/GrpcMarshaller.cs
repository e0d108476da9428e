using System.Buffers;
using Google.Protobuf;

namespace Genie.Grpc;

/// <summary>Between a message and its bytes.</summary>
/// <param name="Write">Appends a message's bytes.</param>
/// <param name="Read">Reads a message; what it throws reaches the client as <see cref="GrpcStatusCode.Internal"/>. The bytes are valid until it returns.</param>
/// <typeparam name="T">The message.</typeparam>
public sealed record GrpcMarshaller<T>(Action<T, IBufferWriter<byte>> Write, Func<ReadOnlySequence<byte>, T> Read)
    where T : class;

/// <summary>The usual marshallers.</summary>
public static class GrpcMarshaller
{
    /// <summary>Messages that are bytes already.</summary>
    public static GrpcMarshaller<byte[]> Bytes { get; } =
        new(static (message, output) => output.Write(message), static bytes => bytes.ToArray());

    /// <summary>Protobuf messages.</summary>
    public static GrpcMarshaller<T> Of<T>()
        where T : class, IMessage<T>, new()
    {
        var parser = new MessageParser<T>(static () => new T());
        return new GrpcMarshaller<T>(static (message, output) => message.WriteTo(output), parser.ParseFrom);
    }
}
