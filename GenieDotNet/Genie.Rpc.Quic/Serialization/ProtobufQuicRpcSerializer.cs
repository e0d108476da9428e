using System.Buffers;
using System.Collections.Frozen;
using System.Diagnostics.CodeAnalysis;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Genie.Rpc.Quic;

/// <summary>Protocol Buffers: every argument and result is a message that protoc generated.</summary>
public sealed class ProtobufQuicRpcSerializer : QuicRpcSerializer
{
    private readonly FrozenDictionary<Type, MessageParser> _parsers;

    /// <summary>With the messages of files, nested ones too, and of all that these import.</summary>
    /// <param name="files">Such as <c>OrdersReflection.Descriptor</c>.</param>
    public ProtobufQuicRpcSerializer(params IEnumerable<FileDescriptor> files)
    {
        Dictionary<Type, MessageParser> parsers = [];
        HashSet<string> seen = [];
        foreach (var file in files) AddFile(file, parsers, seen);
        _parsers = parsers.ToFrozenDictionary();
    }

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The value is no message.</exception>
    public override void Serialize<T>(IBufferWriter<byte> destination, T value)
    {
        if (value is not IMessage message) throw new ArgumentException($"{typeof(T)} is no protobuf message, or it is null.", nameof(value));
        message.WriteTo(destination);
    }

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The type is in none of the files.</exception>
    public override T Deserialize<[DynamicallyAccessedMembers(Kept.ForReading)] T>(ReadOnlyMemory<byte> source) => _parsers.TryGetValue(typeof(T), out var parser)
        ? (T)parser.ParseFrom(source.Span)
        : throw new ArgumentException($"{typeof(T)} is in none of the files that {nameof(ProtobufQuicRpcSerializer)} was made with. Add the descriptor of its file.");

    private static void AddFile(FileDescriptor file, Dictionary<Type, MessageParser> parsers, HashSet<string> seen)
    {
        if (!seen.Add(file.Name)) return;
        foreach (var message in file.MessageTypes) AddMessage(message, parsers);
        foreach (var imported in file.Dependencies) AddFile(imported, parsers, seen);
    }

    private static void AddMessage(MessageDescriptor message, Dictionary<Type, MessageParser> parsers)
    {
        // Map entries have neither.
        if (message.ClrType is not null && message.Parser is not null) parsers[message.ClrType] = message.Parser;
        foreach (var nested in message.NestedTypes) AddMessage(nested, parsers);
    }
}
