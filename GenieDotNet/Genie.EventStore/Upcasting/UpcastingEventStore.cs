namespace Genie.EventStore.Upcasting;

/// <summary>A store whose readers see every event in its newest version (<see cref="EventUpcasters"/>).</summary>
/// <param name="inner">The store, which is disposed with this one.</param>
/// <param name="upcasters">The steps.</param>
public sealed class UpcastingEventStore(IEventStore inner, EventUpcasters upcasters) : EventStoreDecorator(inner)
{
    /// <inheritdoc/>
    public override IAsyncEnumerable<RecordedEvent> ReadStreamAsync(string stream, long fromVersion, CancellationToken cancellationToken) =>
        Upcast(base.ReadStreamAsync(stream, fromVersion, cancellationToken));

    /// <inheritdoc/>
    public override IAsyncEnumerable<RecordedEvent> ReadAllAsync(long afterPosition, CancellationToken cancellationToken) =>
        Upcast(base.ReadAllAsync(afterPosition, cancellationToken));

    /// <inheritdoc/>
    public override IAsyncEnumerable<RecordedEvent> ReadAllAsync(long afterPosition, EventFilter filter, CancellationToken cancellationToken) =>
        filter.Select(Upcast(base.ReadAllAsync(afterPosition, Sources(filter), cancellationToken)));

    /// <inheritdoc/>
    public override IAsyncEnumerable<RecordedEvent> SubscribeAsync(long afterPosition, CancellationToken cancellationToken) =>
        Upcast(base.SubscribeAsync(afterPosition, cancellationToken));

    /// <inheritdoc/>
    public override IAsyncEnumerable<RecordedEvent> SubscribeAsync(long afterPosition, EventFilter filter, CancellationToken cancellationToken) =>
        filter.Select(Upcast(base.SubscribeAsync(afterPosition, Sources(filter), cancellationToken)));

    private EventFilter Sources(EventFilter filter) => filter.Types.Count == 0 ? filter : filter with { Types = upcasters.SourcesOf(filter.Types) };

    private async IAsyncEnumerable<RecordedEvent> Upcast(IAsyncEnumerable<RecordedEvent> events)
    {
        await foreach (var each in events.ConfigureAwait(false)) yield return upcasters.Upcast(each);
    }
}
