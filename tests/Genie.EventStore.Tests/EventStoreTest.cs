using System.Text;

namespace Genie.EventStore.Tests;

/// <summary>A test against any event store. Names are fresh in each test, so that stores may be shared.</summary>
public abstract class EventStoreTest : IAsyncLifetime
{
    private readonly string _suffix = Guid.NewGuid().ToString("N");

    /// <summary>Why the store cannot be had here, or null.</summary>
    protected virtual string? WhyUnavailable => null;

    protected IEventStore Store { get; private set; } = null!;

    protected abstract Task<IEventStore> OpenAsync();

    public async Task InitializeAsync()
    {
        if (WhyUnavailable is null) Store = await OpenAsync();
    }

    public virtual async Task DisposeAsync()
    {
        if (WhyUnavailable is null) await Store.DisposeAsync();
    }

    protected static async Task<List<T>> ReadAsync<T>(IAsyncEnumerable<T> events)
    {
        var list = new List<T>();
        await foreach (var each in events) list.Add(each);
        return list;
    }

    protected static string Text(RecordedEvent each) => Encoding.UTF8.GetString(each.Payload.Span);

    /// <summary>True for an event of this test, where others share the store.</summary>
    protected bool IsOwn(RecordedEvent each) => each.Stream.EndsWith(_suffix, StringComparison.Ordinal);

    protected string Name(string name) => $"{name}-{_suffix}";

    protected AppendRequest Request(string stream, params string[] texts) => new(Name(stream), texts.Select(text => new NewEvent("said", Encoding.UTF8.GetBytes(text))).ToArray());

    /// <summary>Positions after this one are the test's own, or those of others that share the store.</summary>
    protected async Task<long> PositionAsync() => (await Store.AppendAsync(Request("position", "now"), CancellationToken.None)).LastPosition;
}
