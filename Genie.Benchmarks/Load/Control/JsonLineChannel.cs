using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Genie.Benchmarks.Load.Control;

/// <summary>Messages as JSON, one a line, over a pair of streams: the pipes to a child process. One reader; one writer at a time.</summary>
/// <param name="input">Where messages come from.</param>
/// <param name="output">Where they go to.</param>
internal sealed class JsonLineChannel(Stream input, Stream output) : IDisposable
{
    private readonly StreamReader _reader = new(input, Encoding.UTF8);
    private readonly SemaphoreSlim _writing = new(1);

    /// <summary>Sends a message; the other side has it when its process reads.</summary>
    /// <exception cref="IOException">The other side has closed its end.</exception>
    public async Task SendAsync<T>(T message, JsonTypeInfo<T> type, CancellationToken cancellationToken)
    {
        var line = JsonSerializer.SerializeToUtf8Bytes(message, type);
        await _writing.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await output.WriteAsync(line, cancellationToken).ConfigureAwait(false);
            await output.WriteAsync("\n"u8.ToArray(), cancellationToken).ConfigureAwait(false);
            await output.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _writing.Release();
        }
    }

    /// <summary>The next message; null when the other side has closed its end.</summary>
    /// <exception cref="InvalidDataException">A line is no such message.</exception>
    public async Task<T?> ReceiveAsync<T>(JsonTypeInfo<T> type, CancellationToken cancellationToken)
        where T : class
    {
        var line = await _reader.ReadLineAsync(cancellationToken).ConfigureAwait(false);
        if (line is null) return null;
        try
        {
            return JsonSerializer.Deserialize(line, type);
        }
        catch (JsonException error)
        {
            throw new InvalidDataException($"Expected a {typeof(T).Name} in JSON, not '{line[..Math.Min(line.Length, 200)]}'.", error);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _writing.Dispose();
        _reader.Dispose();
    }
}
