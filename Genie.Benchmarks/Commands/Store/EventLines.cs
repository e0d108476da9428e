using System.Buffers;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using Genie.EventStore;

namespace Genie.Benchmarks.Commands.Store;

/// <summary>Events as JSON lines, as docs/event-store.md says.</summary>
internal sealed class EventLines : IDisposable
{
    private const int FlushBytes = 64 << 10;

    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Stream _output;
    private readonly Utf8JsonWriter _writer;

    /// <summary>Writes to a stream, which stays its owner's.</summary>
    public EventLines(Stream output) => (_output, _writer) = (output, new Utf8JsonWriter(_buffer, new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }));

    /// <summary>Writes that a stream begins with a later version than 1.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="begins">The version of its first line.</param>
    /// <param name="snapshot">Its snapshot as of the version before, if there is one.</param>
    public void WriteStart(string stream, long begins, StreamSnapshot? snapshot)
    {
        _writer.Reset();
        _writer.WriteStartObject();
        _writer.WriteString("stream", stream);
        _writer.WriteNumber("begins", begins);
        if (snapshot is not null) _writer.WriteBase64String("snapshot", snapshot.State.Span);
        End();
    }

    /// <summary>Writes a snapshot.</summary>
    public void WriteSnapshot(string stream, StreamSnapshot snapshot)
    {
        _writer.Reset();
        _writer.WriteStartObject();
        _writer.WriteString("stream", stream);
        _writer.WriteNumber("version", snapshot.Version);
        _writer.WriteBase64String("snapshot", snapshot.State.Span);
        End();
    }

    /// <summary>Writes an event.</summary>
    public void Write(RecordedEvent recorded)
    {
        _writer.Reset();
        _writer.WriteStartObject();
        _writer.WriteNumber("position", recorded.Position);
        _writer.WriteString("stream", recorded.Stream);
        _writer.WriteNumber("version", recorded.Version);
        _writer.WriteString("time", recorded.RecordedAt.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.ffffff'Z'", CultureInfo.InvariantCulture));
        if (recorded.Key is { } key)
        {
            _writer.WriteStartObject("key");
            _writer.WriteNumber("run", key.Run);
            _writer.WriteNumber("sender", key.Sender);
            _writer.WriteNumber("sequence", key.Sequence);
            _writer.WriteEndObject();
        }
        else
        {
            _writer.WriteNull("key");
        }

        if (recorded.Metadata is { } metadata)
        {
            _writer.WriteStartObject("metadata");
            _writer.WriteString("correlationId", metadata.CorrelationId);
            _writer.WriteString("causationId", metadata.CausationId);
            _writer.WriteEndObject();
        }

        _writer.WriteString("type", recorded.Type);
        _writer.WriteBase64String("payload", recorded.Payload.Span);
        End();
    }

    /// <summary>Writes what is left.</summary>
    public void Dispose()
    {
        Flush();
        _writer.Dispose();
    }

    private void End()
    {
        _writer.WriteEndObject();
        _writer.Flush();
        _buffer.Write("\n"u8);
        if (_buffer.WrittenCount > FlushBytes) Flush();
    }

    private void Flush()
    {
        _output.Write(_buffer.WrittenSpan);
        _buffer.ResetWrittenCount();
    }
}
