using System.Buffers;
using System.Text;
using System.Threading.Channels;

namespace Genie.Testing;

/// <summary>Keeps the messages that a listener was given, as text.</summary>
public sealed class ReceivedTexts
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly Channel<string> _texts = Channel.CreateUnbounded<string>();

    /// <summary>The listener's handler.</summary>
    public ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        _texts.Writer.TryWrite(Encoding.UTF8.GetString(message));
        return ValueTask.CompletedTask;
    }

    /// <summary>The next messages, in the order in which they came.</summary>
    /// <exception cref="TimeoutException">They did not come; the message says what did.</exception>
    public async Task<IReadOnlyList<string>> TakeAsync(int count)
    {
        using var timeout = new CancellationTokenSource(Timeout);
        var taken = new List<string>();
        try
        {
            while (taken.Count < count) taken.Add(await _texts.Reader.ReadAsync(timeout.Token));
            return taken;
        }
        catch (OperationCanceledException)
        {
            throw new TimeoutException($"Of {count} messages only these came: {string.Join(" | ", taken)}");
        }
    }
}
