using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Geofences;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>Definitions and fences are told of, fences with their outlines.</summary>
public sealed class GeniusStatusTests : IAsyncLifetime
{
    private GeniusServer _server = null!;

    private GeniusStatus.GeniusStatusClient Status => new(_server.Channel);

    public async Task InitializeAsync() => _server = await GeniusServer.StartAsync(geofences: new GeofenceDefinition { Name = "yards", Version = 2, IsFence = static id => id.StartsWith('n') });

    public async Task DisposeAsync() => await _server.DisposeAsync();

    [Fact]
    public async Task Definitions_are_listed_and_the_position_is_the_stores()
    {
        await new GeniusEvents.GeniusEventsClient(_server.Channel).ProcessOneAsync(SampleEvents.Message("truck-1", 1));
        var status = await Status.GetStatusAsync(new GetStatusRequest());
        Assert.Equal([("window", "minutes", 1), ("geofence", "yards", 2)], status.Definitions.Select(each => (each.Kind, each.Name, each.Version)));
        Assert.Empty(status.Backfills);
        Assert.Equal(await _server.Store.GetPositionAsync(default), status.Position);
    }

    [Fact]
    public async Task Sequences_that_rules_define_are_listed_by_their_texts()
    {
        var rules = new GeniusRules.GeniusRulesClient(_server.Channel);
        await rules.PutRuleAsync(new PutRuleRequest { Id = "theft", Text = """sequence(kind == "failed", kind == "entered", "10m").seconds < 60""" });
        await rules.PutRuleAsync(new PutRuleRequest { Id = "silent", Text = """absence(kind == "failed", kind == "entered", "10m")""" });
        await rules.PutRuleAsync(new PutRuleRequest { Id = "silent-too", Text = """absence(kind == "failed", kind == "entered", "600s")""" });
        var status = await Status.GetStatusAsync(new GetStatusRequest());
        Assert.Equal(["""absence(kind == "failed", kind == "entered", "10m")""", """sequence(kind == "failed", kind == "entered", "10m")"""], status.RuleSequences.Select(static each => each.Name));
        Assert.All(status.RuleSequences, static each => Assert.Equal("pattern", each.Kind));
        Assert.False(status.HasMoreRuleSequences);
        await rules.RemoveRuleAsync(new RemoveRuleRequest { Id = "theft" });
        Assert.Single((await Status.GetStatusAsync(new GetStatusRequest())).RuleSequences);
    }

    [Fact]
    public async Task Fences_have_outlines_around_their_regions_and_other_rules_are_none()
    {
        var rules = new GeniusRules.GeniusRulesClient(_server.Channel);
        await rules.PutRuleAsync(new PutRuleRequest { Id = "n-square", Text = "place.within(polygon([[40, -75], [40, -74], [41, -74]])) && kind == 'moved'" });
        await rules.PutRuleAsync(new PutRuleRequest { Id = "n-nowhere", Text = "value > 3" });
        var answer = await Status.ListFencesAsync(new ListFencesRequest());
        Assert.False(answer.HasMore);
        Assert.Equal([("yards", 2, "n-nowhere", 0), ("yards", 2, "n-square", 1), ("yards", 2, "north", 1)], answer.Fences.Select(each => (each.Geofence, each.DefinitionVersion, each.Fence, each.Rings.Count)));
        Assert.Equal([-75, 40, -74, 40, -74, 41], answer.Fences[1].Rings[0].Coordinates);
        var circle = answer.Fences[2].Rings[0].Coordinates;
        var latitudes = circle.Where((_, i) => i % 2 == 1).ToArray();
        Assert.InRange(latitudes.Max() - latitudes.Min(), 0.0089, 0.0091);
        Assert.Equal(SampleEvents.North.Latitude, (latitudes.Max() + latitudes.Min()) / 2, 4);
    }
}
