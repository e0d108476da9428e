using System.Globalization;
using System.Text;
using Genie.EventStore;

namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>
/// Remembers in the store what windows were begun with, and refuses them under another definition. Asked once a process; the answer holds, since streams
/// of one version are only ever written under one definition.
/// </summary>
/// <param name="store">Keeps the definitions, a stream a version.</param>
/// <param name="definition">What is aggregated.</param>
internal sealed class WindowDefinitionCheck(IEventStore store, WindowDefinition definition)
{
    /// <summary>The type of the event: the definition in words, UTF-8.</summary>
    public const string EventType = "WindowDefined";

    private readonly string _text = Describe(definition);
    private volatile bool _isChecked;

    /// <summary>Where it is remembered.</summary>
    public string Stream => $"genius/window-definitions/{definition.Id}";

    /// <summary>Remembers it, or compares.</summary>
    /// <exception cref="WindowChangedException">It is another.</exception>
    /// <exception cref="EventStoreException">The store cannot tell.</exception>
    public ValueTask EnsureAsync(CancellationToken cancellationToken) => _isChecked ? ValueTask.CompletedTask : CheckAsync(cancellationToken);

    private async ValueTask CheckAsync(CancellationToken cancellationToken)
    {
        var begun = await ReadAsync(cancellationToken).ConfigureAwait(false) ?? await BeginAsync(cancellationToken).ConfigureAwait(false);
        if (begun != _text) throw new WindowChangedException(definition.Name, begun, _text, definition.Version);
        _isChecked = true;
    }

    private async ValueTask<string> BeginAsync(CancellationToken cancellationToken)
    {
        try
        {
            await store.AppendAsync(new AppendRequest(Stream, new[] { new NewEvent(EventType, Encoding.UTF8.GetBytes(_text)) }) { ExpectedVersion = 0 }, cancellationToken).ConfigureAwait(false);
            return _text;
        }
        catch (VersionConflictException)
        {
            // Another process was first: what it wrote counts.
            return (await ReadAsync(cancellationToken).ConfigureAwait(false))!;
        }
    }

    private async ValueTask<string?> ReadAsync(CancellationToken cancellationToken)
    {
        await foreach (var each in store.ReadStreamAsync(Stream, 1, cancellationToken).ConfigureAwait(false)) return Encoding.UTF8.GetString(each.Payload.Span);
        return null;
    }

    // All that a key's state follows from; when and how results are reported may change.
    private static string Describe(WindowDefinition definition)
    {
        var shape = definition.Shape switch
        {
            TumblingWindow tumbling => $"tumbling windows of {Text(tumbling.Size)}",
            SlidingWindow sliding => $"sliding windows of {Text(sliding.Size)} every {Text(sliding.Slide)}",
            SessionWindow session => $"sessions with a gap of {Text(session.Gap)}",
            _ => throw new ArgumentException($"{definition.Shape.GetType().Name} is no shape of windows.", nameof(definition)),
        };
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{shape} of {(definition.Rule is { } rule ? $"rule '{rule}'" : "all events")}, out of order by {Text(definition.OutOfOrder)}, late by {Text(definition.AllowedLateness)}, {definition.ItemsMax} items");
    }

    private static string Text(TimeSpan time) => time.ToString("c", CultureInfo.InvariantCulture);
}
