using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Testing;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Genie.Testing;

namespace Genie.Extensions.Genius.Tests.Rules;

public sealed class ReferenceTableTests
{
    private static readonly GeniusEvent Moved = new()
    {
        Key = "truck-7",
        RequestKey = default,
        Kind = "moved",
        Time = DateTimeOffset.UnixEpoch,
        Place = new GeoPoint(1, 1),
        Attributes = [new("driver", "ann"), new("speed", 90)],
    };

    [Fact]
    public async Task Events_are_joined_with_the_table_that_was_put_last()
    {
        var engine = new RuleEngine(new StripeGeocoder(), new RuleResources());
        engine.Resources.Put(ReferenceTable.OfKeys("banned", "bob"));
        engine.Resources.Put(new ReferenceTable("fleet", [new("truck-7", [new("depot", "west"), new("axles", 3)])]));
        engine.Apply([Put("banned", """attributes.driver in table("banned")"""), Put("west", """lookup("fleet", key).depot == "west" && lookup("fleet", key).axles > 2"""), Put("east", """lookup("fleet", key).depot == "east" """)]);

        Assert.Equal(["west"], await MatchesAsync(engine));

        engine.Resources.Put(ReferenceTable.OfKeys("banned", "ann", "bob"));
        engine.Resources.Put(new ReferenceTable("fleet", [new("truck-7", [new("depot", "east")])]));

        Assert.Equal(["banned", "east"], await MatchesAsync(engine));
    }

    [Fact]
    public async Task Events_are_compared_with_what_the_table_has()
    {
        var engine = new RuleEngine(new StripeGeocoder(), new RuleResources());
        engine.Resources.Put(new ReferenceTable("fleet", [new("truck-7", [new("limit", 80), new("driver", "ann"), new("owner", "truck-7")]), new("truck-8", [new("limit", 95)])]));
        engine.Apply([
            Put("fast", """attributes.speed > lookup("fleet", key).limit"""),
            Put("slow", """lookup("fleet", key).limit >= attributes.speed"""),
            Put("own", """attributes.driver == lookup("fleet", key).driver"""),
            Put("other", """attributes.driver != lookup("fleet", key).driver && has(attributes.driver)"""),
            Put("key", """key == lookup("fleet", key).owner"""),
            Put("value", """value < attributes.speed"""),
            Put("types", """attributes.driver == attributes.speed"""),
        ]);

        Assert.Equal(["fast", "key", "own", "value"], await MatchesAsync(engine, Moved));
        Assert.Equal(["other", "slow", "value"], await MatchesAsync(engine, Moved with { Key = "truck-8" }));

        // What is not there stands to nothing in any way.
        Assert.Equal(["other", "value"], await MatchesAsync(engine, Moved with { Key = "truck-9" }));
        Assert.Equal(["key"], await MatchesAsync(engine, Moved with { Attributes = [] }));
    }

    [Fact]
    public async Task A_windows_result_is_compared_with_what_the_table_has_for_its_key()
    {
        await using var driver = await GeniusTestDriver.StartAsync(new GeniusOptions { Windows = [new WindowDefinition { Name = "minutes", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)) }] });
        driver.Rules.Resources.Put(new ReferenceTable("fleet", [new("truck-7", [new("most", 1)]), new("truck-8", [new("most", 5)])]));
        driver.PutRule("busy", """window("minutes").count > lookup("fleet", key).most""");
        foreach (var key in new[] { "truck-7", "truck-8", "truck-7", "truck-8" }) await driver.SendAsync(key, "moved", new GeoPoint(1, 1));
        await driver.AdvanceAsync(TimeSpan.FromMinutes(10));
        Assert.Equal("truck-7", Assert.Single(await driver.ReadOutputsAsync(), static each => each.FactMatched is not null).FactMatched.WindowClosed.Key);
    }

    [Fact]
    public async Task A_rule_is_set_aside_until_its_table_is_there()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        using (var elsewhere = new RuleStore(store, new RuleEngine(new StripeGeocoder(), SampleTables.Resources())))
            await elsewhere.ChangeAsync([Put("fleet", """has(lookup("fleet", key).driver)"""), Put("seen", """kind == "moved" """)], null, default);
        var engine = new RuleEngine(new StripeGeocoder());
        using var rules = new RuleStore(store, engine);

        await rules.LoadAsync(default);

        Assert.Contains("no reference table 'fleet'", Assert.Single(rules.Quarantined).QuarantineReason, StringComparison.Ordinal);
        Assert.Equal(["seen"], await MatchesAsync(engine));
        await Assert.ThrowsAsync<InvalidRuleException>(() => rules.ChangeAsync([Put("banned", """kind in table("banned")""")], null, default));

        engine.Resources.Put(new ReferenceTable("fleet", [new("truck-7", [new("driver", "ann")])]));
        await rules.LoadAsync(default);

        Assert.Empty(rules.Quarantined);
        Assert.Equal(["fleet", "seen"], await MatchesAsync(engine));
    }

    [Fact]
    public void A_table_says_which_of_its_rows_have_no_effect()
    {
        var table = ReferenceTable.OfKeys("t", "a", "b", "a", "", " c", "d", "a", "b");

        Assert.Equal(
            ["a row has an empty key; name what it is of.", "keys with blanks around them are found with these alone: ' c'.", "of several rows with one key the last counts: 'a', 'b'."],
            table.Warnings);
        Assert.Equal("of several rows with one key the last counts: '0', '1', '2', '3', '4' and 4 more.", Assert.Single(ReferenceTable.OfKeys("t", Enumerable.Range(0, 18).Select(i => $"{i % 9}")).Warnings));
        Assert.Empty(ReferenceTable.OfKeys("t", "a", "b c").Warnings);
    }

    [Fact]
    public void An_explanation_tells_what_the_table_has()
    {
        var resources = new RuleResources();
        resources.Put(new ReferenceTable("fleet", [new("truck-7", [new("depot", "west")])]));

        Assert.Equal((true, "lookup(\"fleet\", key).depot is \"west\""), SeenBy("""lookup("fleet", key).depot == "west" """));
        Assert.Equal((false, "attributes.speed is 90, lookup(\"fleet\", key).axles is not there"), SeenBy("""attributes.speed > lookup("fleet", key).axles"""));
        Assert.Equal((true, "value is 0, attributes.speed is 90"), SeenBy("value <= attributes.speed"));
        Assert.Equal((false, "lookup(\"fleet\", key).axles is not there"), SeenBy("""has(lookup("fleet", key).axles)"""));
        Assert.Equal((false, "attributes.driver is \"ann\"; the table has it not"), SeenBy("""attributes.driver in table("fleet")"""));

        (bool, string) SeenBy(string text) => RuleExplanation.Of(RuleText.Parse(text), Moved, default, resources) is var each ? (each.IsMet, each.Seen) : default;
    }

    [Fact]
    public async Task Files_of_both_formats_make_the_same_table()
    {
        using var folder = new TemporaryFolder();
        var csv = Read("fleet.csv", "id,depot,axles:number,active:boolean\r\ntruck-7,\"west, \"\"old\"\"\",3,true\r\ntruck-8,,,\r\n");
        var json = Read("fleet.json", """{"truck-7": {"depot": "west, \"old\"", "axles": 3, "active": true}, "truck-8": {"depot": "", "axles": null}}""");
        foreach (var table in new[] { await csv, await json })
        {
            Assert.Equal(2, table.Count);
            Assert.Equal([new("depot", "west, \"old\""), new("axles", 3), new("active", true)], table.Find("truck-7"));
            Assert.Equal([new("depot", "")], table.Find("truck-8"));
            Assert.Null(table.Find("truck-9"));
        }

        Assert.NotNull((await Read("banned.json", """["ann"]""")).Find("ann"));
        Assert.Same(EventAttributes.None, (await Read("banned.csv", "name\nann\n")).Find("ann"));

        async Task<ReferenceTable> Read(string name, string text)
        {
            var path = Path.Combine(folder.Path, name);
            await File.WriteAllTextAsync(path, text);
            return ReferenceTableReader.Read("fleet", path);
        }
    }

    [Theory]
    [InlineData("id;depot\ntruck-7;west, old\n")]
    [InlineData("id\tdepot\ntruck-7\twest, old\n")]
    [InlineData("\uFEFFid,depot\ntruck-7,\"west, old\"\n")]
    public async Task Every_dialect_that_a_map_may_have_makes_the_same_table(string text)
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, "fleet.csv");
        await File.WriteAllTextAsync(path, text);
        Assert.Equal([new("depot", "west, old")], ReferenceTableReader.Read("fleet", path).Find("truck-7"));
    }

    [Theory]
    [InlineData("t.csv", "id,depot\nZürich,west\n")]
    [InlineData("t.json", "[\"Zürich\"]")]
    public async Task Text_that_is_not_Utf8_is_no_table(string name, string text)
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, name);
        foreach (var encoding in new[] { System.Text.Encoding.Latin1, System.Text.Encoding.Unicode, System.Text.Encoding.BigEndianUnicode })
        {
            await File.WriteAllTextAsync(path, text, encoding);
            Assert.Contains("UTF-", Assert.Throws<ReferenceTableException>(() => ReferenceTableReader.Read("t", path)).Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("t.csv", "", "it is empty")]
    [InlineData("t.csv", "id,axles:number\na,three\n", "'three' in record 2 is no number")]
    [InlineData("t.csv", "id,axles:figure\na,3\n", "column 'axles:figure' is of no known type")]
    [InlineData("t.csv", "id,depot\na\n", "record 2 has 1 fields, the first 2")]
    [InlineData("t.csv", "id,the depot\na,b\n", "'the depot' is no attribute's name")]
    [InlineData("t.json", "{", "depth to be zero")]
    [InlineData("t.json", "3", "an object of rows or an array of keys is expected")]
    [InlineData("t.json", """{"a": 3}""", "the row 'a' is no object")]
    [InlineData("t.json", """{"a": {"b": []}}""", "'b' of 'a' is no text, number, true or false")]
    [InlineData("t.json", "[3]", "3 is no key")]
    [InlineData("t.txt", "", "neither in .csv nor in .json")]
    public async Task What_is_no_table_is_told(string name, string text, string reason)
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, name);
        await File.WriteAllTextAsync(path, text);

        Assert.Contains(reason, Assert.Throws<ReferenceTableException>(() => ReferenceTableReader.Read("t", path)).Message, StringComparison.Ordinal);
        Assert.Throws<ReferenceTableException>(() => ReferenceTableReader.Read("t", path + ".gone.csv"));
    }

    private static RuleChange Put(string id, string text) => RuleChange.Put(new Rule(id, RuleText.Parse(text)));

    private static Task<IEnumerable<string>> MatchesAsync(RuleEngine engine) => MatchesAsync(engine, Moved);

    private static async Task<IEnumerable<string>> MatchesAsync(RuleEngine engine, GeniusEvent value)
    {
        var ids = new List<string>();
        await engine.MatchAsync(value, ids, default);
        return ids.Order(StringComparer.Ordinal);
    }
}
