using System.Text;
using Genie.EventStore;

namespace Genie.Extensions.Genius.Streams;

/// <summary>
/// Remembers in the store what streams were begun with, and refuses them under another definition. Asked once a process; the answer holds, since streams
/// of one version are only ever written under one definition.
/// </summary>
/// <param name="store">Keeps the definitions, a stream a version.</param>
/// <param name="stream">Where it is remembered.</param>
/// <param name="eventType">The type of the event: the definition in words, UTF-8.</param>
/// <param name="text">The definition in words: all that a key's state follows from.</param>
/// <param name="changed">Makes the error of what it was.</param>
internal sealed class DefinitionCheck(IEventStore store, string stream, string eventType, string text, Func<string, Exception> changed)
{
    private volatile bool _isChecked;

    /// <summary>Remembers it, or compares.</summary>
    /// <exception cref="EventStoreException">The store cannot tell.</exception>
    public ValueTask EnsureAsync(CancellationToken cancellationToken) => _isChecked ? ValueTask.CompletedTask : CheckAsync(cancellationToken);

    private async ValueTask CheckAsync(CancellationToken cancellationToken)
    {
        var begun = await ReadAsync(cancellationToken).ConfigureAwait(false) ?? await BeginAsync(cancellationToken).ConfigureAwait(false);
        if (begun != text) throw changed(begun);
        _isChecked = true;
    }

    private async ValueTask<string> BeginAsync(CancellationToken cancellationToken)
    {
        try
        {
            await store.AppendAsync(new AppendRequest(stream, new[] { new NewEvent(eventType, Encoding.UTF8.GetBytes(text)) }) { ExpectedVersion = 0 }, cancellationToken).ConfigureAwait(false);
            return text;
        }
        catch (VersionConflictException)
        {
            // Another process was first: what it wrote counts.
            return (await ReadAsync(cancellationToken).ConfigureAwait(false))!;
        }
    }

    private async ValueTask<string?> ReadAsync(CancellationToken cancellationToken)
    {
        await foreach (var each in store.ReadStreamAsync(stream, 1, cancellationToken).ConfigureAwait(false)) return Encoding.UTF8.GetString(each.Payload.Span);
        return null;
    }
}
