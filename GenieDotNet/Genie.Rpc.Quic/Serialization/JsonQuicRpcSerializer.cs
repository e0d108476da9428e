using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Genie.Rpc.Quic;

/// <summary>System.Text.Json, for peers in other languages. The options' resolver names the types: a <see cref="JsonSerializerContext"/> where the program is trimmed or compiled ahead of time.</summary>
public sealed class JsonQuicRpcSerializer : QuicRpcSerializer
{
    [ThreadStatic]
    private static Utf8JsonWriter? _writer;

    private readonly JsonSerializerOptions _options;

    /// <summary>With options that have a type resolver.</summary>
    /// <exception cref="ArgumentException">They have none.</exception>
    public JsonQuicRpcSerializer(JsonSerializerOptions options)
    {
        if (options.TypeInfoResolver is null)
            throw new ArgumentException("The options name no types: set TypeInfoResolver to a JsonSerializerContext, or to a DefaultJsonTypeInfoResolver where reflection is allowed.", nameof(options));
        options.MakeReadOnly();
        _options = options;
    }

    /// <summary>With the types of a source-generated context.</summary>
    public JsonQuicRpcSerializer(JsonSerializerContext context) : this(context.Options)
    {
    }

    /// <inheritdoc/>
    public override void Serialize<T>(IBufferWriter<byte> destination, T value)
    {
        // A converter of the user's may serialize by this very class.
        var writer = _writer ?? new Utf8JsonWriter(destination, WriterOptions());
        _writer = null;
        try
        {
            writer.Reset(destination);
            JsonSerializer.Serialize(writer, value, TypeOf<T>());
            writer.Flush();
        }
        finally
        {
            writer.Reset(Stream.Null);
            _writer = writer;
        }
    }

    /// <inheritdoc/>
    public override T Deserialize<[DynamicallyAccessedMembers(Kept.ForReading)] T>(ReadOnlyMemory<byte> source) => JsonSerializer.Deserialize(source.Span, TypeOf<T>())!;

    private static JsonWriterOptions WriterOptions() => new() { SkipValidation = true };

    private JsonTypeInfo<T> TypeOf<T>() => (JsonTypeInfo<T>)_options.GetTypeInfo(typeof(T));
}
