using System.Net.ServerSentEvents;
using Genie.Diagnostics.Live;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.AspNetCore.Live;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Genuine.Identities;
using Genie.Geocoding;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.AspNetCore.Tests.Live;

public sealed class LiveLicencesTests
{
    private static readonly GeoPoint Philadelphia = new(39.9956, -75.1145);

    [Fact]
    public async Task Rules_verdicts_plays_and_revocations_are_shown_in_their_order()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        using var book = new LicenceRuleStore(store, BuiltInGeocoder.Instance);
        await book.PutAsync(new LicenceRule(LicenceEffect.Grant, "here", Condition.In(RegionCondition.Circle(Philadelphia, 1_000))), default);
        var provisioner = new LicenceProvisioner(store, book, new LicenceOptions());
        var feed = new LiveFeed();
        await using var page = await LivePageServer.StartAsync(feed, port: 0, default);
        feed.Publish(new LiveRow("row", 1, 1, 1, 1, 1));
        using var http = new HttpClient();
        using var items = new ShownItems(await http.GetStreamAsync(new Uri(page.Address, GenieLive.EventsPath)));

        // With the row the page is open, and with the region the store is read.
        Assert.StartsWith("row", await items.NextAsync(), StringComparison.Ordinal);
        using var stop = new CancellationTokenSource();
        var showing = new LiveLicences(store, book, feed).RunAsync(stop.Token);
        Assert.StartsWith("region {\"name\":\"grant/here\"", await items.NextAsync(), StringComparison.Ordinal);
        using var machine = IdentityKeyPair.Generate();
        await provisioner.DecideAsync(machine.Public, Philadelphia, "first", new RequestKey(1, 1, 1), default);
        Assert.Contains("\"kind\":\"licence-request\"", await items.NextAsync(), StringComparison.Ordinal);
        Assert.Contains("\"isAccepted\":true", await items.NextAsync(), StringComparison.Ordinal);
        // Earlier versions put such requests on record; nor does a record that cannot be read end the page.
        var nowhere = new LicenceDecided { Licence = "nowhere", Reason = "no place", Latitude = double.NaN, DecidedAt = new Timestamp() };
        NewEvent[] old = [new(LicenceEvents.Decided, nowhere.ToByteArray()), new(LicenceEvents.Decided, new byte[] { 255, 255 }), new(LicenceEvents.MachineEvent, new byte[] { 1, 2, 3 })];
        await store.AppendAsync(new AppendRequest("licence/earlier", old), default);
        Assert.Contains("\"reason\":\"no place\"", await items.NextAsync(), StringComparison.Ordinal);
        var play = new GeniusEvent { Key = LicenceEvents.MachineStreamOf(machine.Public), RequestKey = new RequestKey(1, 0, 1), Kind = "play", Time = DateTimeOffset.UnixEpoch, Place = Philadelphia, Value = 1 };
        await provisioner.RecordAsync(machine.Public, EventCodec.ToMessage(play), default);
        Assert.Contains("\"kind\":\"play\",\"time\":\"1970-01-01T00:00:00+00:00\",\"latitude\":39.9956", await items.NextAsync(), StringComparison.Ordinal);
        await provisioner.RevokeAsync(machine.Public, "reported stolen", default);
        Assert.Contains("\"isAccepted\":false,\"reason\":\"revoked: reported stolen\"", await items.NextAsync(), StringComparison.Ordinal);
        await book.RemoveAsync(LicenceEffect.Grant, "here", default);
        Assert.Equal("region {\"name\":\"grant/here\",\"rings\":[]}", await items.NextAsync());
        await provisioner.DecideAsync(machine.Public, Philadelphia, "second", new RequestKey(1, 1, 2), default);
        await items.NextAsync();
        Assert.Contains("\"isAccepted\":false,\"reason\":\"no rule grants a licence in Philadelphia", await items.NextAsync(), StringComparison.Ordinal);
        await stop.CancelAsync();
        await showing;
    }

    private sealed class ShownItems(Stream stream) : IDisposable
    {
        private readonly IAsyncEnumerator<SseItem<string>> _items = SseParser.Create(stream).EnumerateAsync().GetAsyncEnumerator();

        public async Task<string> NextAsync()
        {
            Assert.True(await _items.MoveNextAsync());
            return $"{_items.Current.EventType} {_items.Current.Data}";
        }

        public void Dispose() => stream.Dispose();
    }
}
