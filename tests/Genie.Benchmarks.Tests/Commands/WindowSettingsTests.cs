using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Genius;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Geocoding;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class WindowSettingsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Key_item_and_source_are_attributes_or_the_events_own()
    {
        var window = Read("""{"Name":"w","Tumbling":"00:01:00","Key":"region","Item":"line","Source":"event.key","SourceIdleTimeout":"00:00:30","SourcesMax":8}""");
        var value = Event(("region", "north"), ("line", 7.5));
        Assert.Equal(("north", "7.5", "sensor"), (window.KeyOf(value), window.ItemOf(value), window.SourceOf!(value)));
        Assert.Equal((TimeSpan.FromSeconds(30), 8), (window.SourceIdleTimeout, window.SourcesMax));
        Assert.Equal("key from region, item from line, source from event.key", window.SelectorDescription);

        // An event that has none of them, or an empty one, is nobody's and is not counted by item.
        Assert.Equal((null, null), (window.KeyOf(Event()), window.ItemOf(Event(("line", "")))));
        Assert.Equal("measured", Read("""{"Name":"w","Tumbling":"00:01:00","Source":"event.kind"}""").SourceOf!(value));
    }

    [Fact]
    public void Without_them_a_window_is_what_it_was()
    {
        var window = Read("""{"Name":"w","Tumbling":"00:01:00"}""");
        Assert.Equal(("sensor", "measured"), (window.KeyOf(Event()), window.ItemOf(Event())));
        Assert.Null(window.SourceOf);
        Assert.Null(window.SourceIdleTimeout);
        Assert.Null(window.SelectorDescription);
    }

    [Theory]
    [InlineData("\"Key\":\"\"", "Windows: 'w': Key is the name of an attribute, event.key or event.kind, not ''")]
    [InlineData("\"Item\":\"a b\"", "Windows: 'w': Item is the name of an attribute")]
    [InlineData("\"Source\":\"event.place\"", "Windows: 'w': Source is the name of an attribute")]
    [InlineData("\"Source\":\"device\",\"SourceIdleTimeout\":\"00:00:00\"", "Windows: 'w': SourceIdleTimeout is 00:00:00")]
    [InlineData("\"Source\":\"device\",\"SourcesMax\":0", "Windows: 'w': SourcesMax is at least 1, not 0")]
    [InlineData("\"SourceIdleTimeout\":\"00:01:00\"", "Windows: 'w': SourceIdleTimeout and SourcesMax need a Source")]
    [InlineData("\"SourcesMax\":2", "need a Source")]
    public void A_mistake_is_named(string settings, string named)
    {
        var error = Assert.Throws<BadArgumentException>(() => Read($$"""{"Name":"w","Tumbling":"00:01:00",{{settings}}}"""));
        Assert.Contains(named, error.Message, StringComparison.Ordinal);
    }

    private WindowDefinition Read(string window)
    {
        var file = Path.Combine(_folder.Path, "config.json");
        File.WriteAllText(file, $$"""{"Windows":[{{window}}]}""");
        return Assert.Single(GeniusSettings.Read(file).Windows).ToDefinition();
    }

    private static GeniusEvent Event(params (string Name, AttributeValue Value)[] attributes) => new()
    {
        Key = "sensor",
        RequestKey = new RequestKey(1, 1, 1),
        Kind = "measured",
        Time = DateTimeOffset.UnixEpoch,
        Place = new GeoPoint(40, -75),
        Attributes = EventAttributes.Of([.. attributes.Select(static each => KeyValuePair.Create(each.Name, each.Value))]),
    };
}
