using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams.Geofences;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>Who asks for some facts gets those, all of them, and gets past the others.</summary>
public sealed class FactFilterTests : IAsyncLifetime
{
    private const int KeysCount = 3;
    private GeniusServer _server = null!;

    private GeniusEvents.GeniusEventsClient Events => new(_server.Channel);

    public async Task InitializeAsync()
    {
        // A poll reads so few records that none is done with one.
        var options = new GeniusGrpcOptions { ServesJson = true, PageReadsMax = 7, AccessOf = static call => call.RequestHeaders.GetValue("x-keys") is { } keys ? new CallerAccess { Keys = new NamePatterns(keys.Split(' ')) } : CallerAccess.Everything };
        _server = await GeniusServer.StartAsync(options, null, new GeofenceDefinition { Name = "yards", OutOfOrder = TimeSpan.Zero, IsFence = static id => id == "north" });
        for (var i = 0; i < 24; i++) await Events.ProcessOneAsync(SampleEvents.Message($"truck-{i % KeysCount}", (ulong)(i * 10), i % 8 < 4 ? 10 : 40));
    }

    public async Task DisposeAsync() => await _server.DisposeAsync();

    public static TheoryData<string, FactFilter> Filters => new()
    {
        { "kind", new FactFilter { Kinds = { FactKind.WindowClosed } } },
        { "what a fence tells", new FactFilter { Kinds = { FactKind.FenceLeft } } },
        { "kinds", new FactFilter { Kinds = { FactKind.WindowEnded, FactKind.FenceEntered } } },
        { "rule", new FactFilter { Rules = { "north" } } },
        { "rule of a kind", new FactFilter { Kinds = { FactKind.FenceTransitioned }, Rules = { "nor*" } } },
        { "definition", new FactFilter { Definitions = { "yards" } } },
        { "key", new FactFilter { Keys = { "truck-1" } } },
        { "keys", new FactFilter { Keys = { "truck-1*", "truck-2" }, Definitions = { "min*" } } },
        { "nothing said", new FactFilter() },
    };

    [Theory]
    [MemberData(nameof(Filters))]
    public async Task Facts_that_meet_it_come_in_their_order_and_no_others(string name, FactFilter filter)
    {
        var all = await FactsAsync();
        var wanted = all.Where(each => IsMeant(name, each)).ToArray();
        Assert.NotEmpty(wanted);

        Assert.Equal(wanted, await SubscribeAsync(new SubscribeRequest { Filter = filter }, wanted.Length));
        Assert.Equal(wanted[1..], await SubscribeAsync(new SubscribeRequest { Filter = filter, AfterPosition = wanted[0].Position }, wanted.Length - 1));
        Assert.Equal(wanted.Select(each => each.Position), await PollAsync(filter));
    }

    [Fact]
    public async Task What_is_passed_over_is_not_read_again()
    {
        var (absent, last) = (new FactFilter { Keys = { "nobody" } }, await _server.Store.GetPositionAsync(default));
        var interval = Duration.FromTimeSpan(TimeSpan.FromMilliseconds(100));
        using var call = Events.Subscribe(new SubscribeRequest { Filter = absent, ProgressInterval = interval });
        await ReadUntilAsync(call, each => each.Position == last && each.FactCase == Output.FactOneofCase.None);

        // Those to come: from where, is told at once. And what was not wanted moves it as well.
        using var later = Events.Subscribe(new SubscribeRequest { Filter = absent, ProgressInterval = interval, AfterPosition = -1 });
        Assert.True(await later.ResponseStream.MoveNext(default));
        Assert.Equal((last, Output.FactOneofCase.None), (later.ResponseStream.Current.Position, later.ResponseStream.Current.FactCase));
        await Events.ProcessOneAsync(SampleEvents.Message("truck-0", 1_000));
        var now = await _server.Store.GetPositionAsync(default);
        await ReadUntilAsync(later, each => each.Position == now);

        await Events.ProcessOneAsync(SampleEvents.Message("nobody", 1));
        await ReadUntilAsync(later, each => each.RulesMatched?.Key == "nobody");
    }

    [Fact]
    public async Task A_poll_of_what_is_rare_comes_back_with_how_far_it_is()
    {
        var request = new PollRequest { Consumer = "c", Filter = new FactFilter { Keys = { "nobody" } } };
        var page = await Events.EventPollAsync(request);
        Assert.Empty(page.Records);
        Assert.InRange(page.Position, 1, await _server.Store.GetPositionAsync(default) - 1);
        var next = await Events.EventPollAsync(new PollRequest(request) { Acknowledged = page.Position });
        Assert.InRange(next.Position, page.Position + 1, long.MaxValue);
    }

    [Fact]
    public async Task Who_asks_for_no_filter_and_no_progress_gets_facts_alone()
    {
        var facts = await FactsAsync();
        Assert.All(await SubscribeAsync(new SubscribeRequest(), facts.Count), each => Assert.NotEqual(Output.FactOneofCase.None, each.FactCase));
        using var call = Events.Subscribe(new SubscribeRequest { AfterPosition = -1 });
        await call.ResponseHeadersAsync;
        await Events.ProcessOneAsync(SampleEvents.Message("s", 1));
        Assert.True(await call.ResponseStream.MoveNext(default));
        Assert.Equal("s", call.ResponseStream.Current.RulesMatched.Key);
    }

    [Fact]
    public async Task A_caller_who_may_not_see_a_key_is_told_so_and_gets_its_own_of_those_that_begin_so()
    {
        var limited = new Metadata { { "x-keys", "truck-1" } };
        var denied = await Assert.ThrowsAsync<RpcException>(() => Events.Subscribe(new SubscribeRequest { Filter = new FactFilter { Keys = { "truck-2" } } }, limited).ResponseStream.MoveNext(default));
        Assert.Equal(StatusCode.PermissionDenied, denied.StatusCode);
        var own = (await FactsAsync()).Where(each => GeniusOutputs.KeyOf(each) == "truck-1").ToArray();
        Assert.Equal(own, await SubscribeAsync(new SubscribeRequest { Filter = new FactFilter { Keys = { "truck-*" } } }, own.Length, limited));
    }

    [Fact]
    public async Task What_is_no_filter_is_told_by_its_field()
    {
        Assert.Equal("filter.kinds[1]", await FieldAsync(new FactFilter { Kinds = { FactKind.WindowClosed, (FactKind)99 } }));
        Assert.Equal("filter.kinds[0]", await FieldAsync(new FactFilter { Kinds = { FactKind.Unspecified } }));
        Assert.Equal("filter.keys[1]", await FieldAsync(new FactFilter { Keys = { "a", "" } }));
        Assert.Equal("filter.rules[0]", await FieldAsync(new FactFilter { Rules = { new string('é', 129) } }));
        Assert.Equal("filter.definitions", await FieldAsync(new FactFilter { Definitions = { Enumerable.Repeat("a", 257) } }));
        Assert.Equal("progress_interval", await SubscribeFieldAsync(new SubscribeRequest { ProgressInterval = Duration.FromTimeSpan(TimeSpan.FromMilliseconds(99)) }));
    }

    [Fact]
    public async Task By_http_it_stands_in_the_query()
    {
        using var http = new HttpClient { DefaultRequestVersion = System.Net.HttpVersion.Version20, DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact };
        await using var stream = await http.GetStreamAsync(new Uri($"http://{_server.Target}/v1/outputs?filter.kinds=FACT_KIND_FENCE_LEFT&filter.kinds=FACT_KIND_FENCE_ENTERED&filter.keys=truck-1&progress_interval=0.1s"));
        using var lines = new StreamReader(stream);
        foreach (var each in (await FactsAsync()).Where(static each => IsMeant("of truck-1 at fences", each))) Assert.Equal(each, Output.Parser.ParseJson(await FactLineAsync(lines)));
    }

    // The model: each in words of its own.
    private static bool IsMeant(string name, Output each) => name switch
    {
        "kind" => each.WindowClosed is not null,
        "what a fence tells" => each.FenceTransitioned?.Change == FenceTransitioned.Types.Change.Left,
        "kinds" => each.WindowClosed is not null || each.FenceTransitioned?.Change == FenceTransitioned.Types.Change.Entered,
        "rule" => each.RulesMatched?.Rules.Contains("north") == true || each.FenceTransitioned is not null,
        "rule of a kind" or "definition" => each.FenceTransitioned is not null,
        "key" => GeniusOutputs.KeyOf(each) == "truck-1",
        "keys" => each.WindowClosed is not null && each.WindowClosed.Key != "truck-0",
        "of truck-1 at fences" => each.FenceTransitioned?.Key == "truck-1" && each.FenceTransitioned.Change is FenceTransitioned.Types.Change.Left or FenceTransitioned.Types.Change.Entered,
        _ => true,
    };

    private async Task<List<Output>> FactsAsync() => await new OutputReader(_server.Store).ReadAsync(0, default).ToListAsync();

    private async Task<Output[]> SubscribeAsync(SubscribeRequest request, int count, Metadata? headers = null)
    {
        using var call = Events.Subscribe(request, headers);
        var facts = new List<Output>();
        while (facts.Count < count && await call.ResponseStream.MoveNext(default))
            if (call.ResponseStream.Current.FactCase != Output.FactOneofCase.None) facts.Add(call.ResponseStream.Current);
        return [.. facts];
    }

    private async Task<List<long>> PollAsync(FactFilter filter)
    {
        var (positions, acknowledged) = (new List<long>(), 0L);
        while (true)
        {
            var page = await Events.EventPollAsync(new PollRequest { Consumer = "c", Acknowledged = acknowledged, Filter = filter, EventsMax = 4 });
            Assert.InRange(page.Records.Count, 0, 4);
            positions.AddRange(page.Records.Select(each => each.Position));
            if (page.Position == acknowledged) return positions;
            acknowledged = page.Position;
        }
    }

    private async Task<string> FieldAsync(FactFilter filter)
    {
        var field = await SubscribeFieldAsync(new SubscribeRequest { Filter = filter });
        Assert.Equal(field, await FieldAsync(Events.EventPollAsync(new PollRequest { Consumer = "c", Filter = filter }).ResponseAsync));
        return field;
    }

    private async Task<string> SubscribeFieldAsync(SubscribeRequest request)
    {
        using var call = Events.Subscribe(request);
        return await FieldAsync(call.ResponseStream.MoveNext(default));
    }

    private static async Task<string> FieldAsync(Task call)
    {
        var error = await Assert.ThrowsAsync<RpcException>(() => call);
        Assert.Equal(StatusCode.InvalidArgument, error.StatusCode);
        return Assert.Single(error.GetRpcStatus()!.GetDetail<Google.Rpc.BadRequest>()!.FieldViolations).Field;
    }

    private static async Task ReadUntilAsync(AsyncServerStreamingCall<Output> call, Func<Output, bool> isReached)
    {
        var before = 0L;
        do
        {
            Assert.True(await call.ResponseStream.MoveNext(default));
            Assert.InRange(call.ResponseStream.Current.Position, before + 1, long.MaxValue);
            before = call.ResponseStream.Current.Position;
        }
        while (!isReached(call.ResponseStream.Current));
    }

    private static async Task<string> FactLineAsync(StreamReader lines)
    {
        while (await lines.ReadLineAsync() is { } line)
            if (line.Contains("recordedAt", StringComparison.Ordinal)) return line;
        throw new InvalidOperationException("The stream ended.");
    }
}
