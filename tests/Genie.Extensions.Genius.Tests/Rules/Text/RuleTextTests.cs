using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Schedules;
using Genie.Geocoding;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Rules.Text;

public sealed class RuleTextTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData("""kind == "parked" && value > 3.5""", """kind == "parked" && value > 3.5""")]
    [InlineData("""3.5 < value && 'parked' == kind""", """value > 3.5 && kind == "parked" """)]
    [InlineData("""kind in ["a", 'b', "c",]""", """kind in ["a", "b", "c"]""")]
    [InlineData("""kind == "a" || kind == "b" """, """kind in ["a", "b"]""")]
    [InlineData("""kind == "a" || key == "b" && !(value <= -2)""", """kind == "a" || key == "b" && !(value <= -2)""")]
    [InlineData("""(kind == "a" || key == "b") && value != 1e3""", """(kind == "a" || key == "b") && value != 1000""")]
    [InlineData("""!(kind == "a") && !!(key.startsWith("truck-"))""", """kind != "a" && !!key.startsWith("truck-")""")]
    [InlineData("""place.country == "US" && place.town in [] || place.postal_code != "19134" """, """place.country == "US" && false || place.postal_code != "19134" """)]
    [InlineData("""place.within(circle(39.99, -75.1, 500)) && place.within(cell("dr4e"))""", """place.within(circle(39.99, -75.1, 500)) && place.within(cell("dr4e"))""")]
    [InlineData("""place.within(polygon([[0, 0], [0, 1.5], [1, 1]], [[.1, .2], [.1, .3], [.2, .3]]))""", """place.within(polygon([[0, 0], [0, 1.5], [1, 1]], [[0.1, 0.2], [0.1, 0.3], [0.2, 0.3]]))""")]
    [InlineData("""time.during("Fri-Sun 22:00-04:00 America/New_York from 2026-01-01 to 2026-12-31")""", """time.during("Sun,Fri,Sat 22:00-04:00 America/New_York from 2026-01-01 to 2026-12-31")""")]
    [InlineData("""attributes.speed > 90 && attributes.driver == 'ann'""", """attributes.speed > 90 && attributes.driver == "ann" """)]
    [InlineData("""attributes.driver in ["ann", "bob"] || 90 <= attributes.speed""", """attributes.driver in ["ann", "bob"] || attributes.speed >= 90""")]
    [InlineData("""attributes.on == true && attributes.off == false && !has(attributes.speed)""", """attributes.on && attributes.off == false && !has(attributes.speed)""")]
    [InlineData("""!attributes.on && !(attributes.on == false) && attributes.axles in [2, 3]""", """!attributes.on && attributes.on != false && attributes.axles in [2, 3]""")]
    [InlineData("value == 3 || value == -4", "value in [3, -4]")]
    [InlineData("""kind in table('kinds') || !(attributes.driver in table("banned"))""", """kind in table("kinds") || !(attributes.driver in table("banned"))""")]
    [InlineData("""lookup("fleet", key).depot in ["west"] && has(lookup("fleet", attributes.truck).axles)""", """lookup("fleet", key).depot == "west" && has(lookup("fleet", attributes.truck).axles)""")]
    [InlineData("""0.8 < model('fraud.onnx', value, attributes.speed, place.latitude, place . longitude, lookup("fleet", key).axles)""", """model("fraud.onnx", value, attributes.speed, place.latitude, place.longitude, lookup("fleet", key).axles) > 0.8""")]
    [InlineData("""has(model("m", value)) && model("m", value) in [1, 2] && model("m", value) != 3""", """has(model("m", value)) && model("m", value) in [1, 2] && model("m", value) != 3""")]
    [InlineData("""3 <= window('m').count && (rule("fast")) && has(rule("slow")) && geofence("y").change != "left" """, """window("m").count >= 3 && rule("fast") && rule("slow") && geofence("y").change != "left" """)]
    [InlineData("""pattern("p").seconds in [1, 2] || !pattern("q")""", """pattern("p").seconds in [1, 2] || !pattern("q")""")]
    [InlineData("""attributes.speed>lookup("fleet", key).limit && (key != attributes.owner)""", """attributes.speed > lookup("fleet", key).limit && key != attributes.owner""")]
    [InlineData("""value <= attributes.limit || !(window("m").count == attributes.most)""", """value <= attributes.limit || window("m").count != attributes.most""")]
    [InlineData("true && // always\n !false", "true && !false")]
    [InlineData("kind == \"a\\\"\\\\\\n\\u00e9\\x41\"", "kind == \"a\\\"\\\\\\u000a\u00e9A\"")]
    [InlineData("kind == \"\\ud83d\\ude00\\ud83d\"", "kind == \"\U0001F600\\ud83d\"")]
    public void Text_is_read_and_written_the_shortest_way(string text, string written)
    {
        Assert.Equal(written.TrimEnd(), RuleText.Format(RuleText.Parse(text)));
        Assert.Equal(written.TrimEnd(), RuleText.Format(RuleText.Parse(written)));
    }

    [Fact]
    public void A_text_means_what_the_conditions_mean()
    {
        var condition = Assert.IsType<AllOf>(RuleText.Parse("""kind == "seen" && time.during("Mon-Fri 09:30-17:00 Europe/Berlin") && place.within(circle(1, -2, 3))"""));
        Assert.Equal(
            [
                Condition.Kind("seen"),
                Condition.During(new Schedule { Days = Weekdays.Working, From = new TimeOnly(9, 30), Until = new TimeOnly(17, 0), TimeZone = "Europe/Berlin" }),
                Condition.In(RegionCondition.Circle(new GeoPoint(1, -2), 3)),
            ],
            condition.Conditions);
    }

    [Theory]
    [InlineData("", 1, 1, "a condition is expected here, not the end")]
    [InlineData("""kidn == "a" """, 1, 1, "'kidn' is no attribute of an event. There are kind, key, value, place, time, place.country")]
    [InlineData("kind = \"a\"", 1, 6, "'=' alone means nothing here; '==' does")]
    [InlineData("kind # \"a\"", 1, 6, "'#' begins nothing")]
    [InlineData("kind == 3", 1, 9, "kind is a text")]
    [InlineData("value == \"3\"", 1, 10, "value is a number")]
    [InlineData("kind < \"a\"", 1, 8, "==, != or in is expected")]
    [InlineData("value > 1.2.3", 1, 9, "'1.2.3' is no number")]
    [InlineData("value > 1e999", 1, 9, "'1e999' is no number")]
    [InlineData("key < attributes.owner", 1, 7, "texts are compared by == and != only")]
    [InlineData("value == key", 1, 10, "a Number is compared with a Text here")]
    [InlineData("value == place.town", 1, 10, "place.town is no value to compare with")]
    [InlineData("time == attributes.a", 1, 9, "time is compared with no other attribute")]
    [InlineData("value > model(\"m\", value)", 1, 9, "is no value to compare with")]
    [InlineData("attributes.a == rule(\"r\")", 1, 17, "is no value to compare with")]
    [InlineData("!attributes.speed > 3", 1, 2, "'(' is expected here")]
    [InlineData("attributes.driver > \"a\"", 1, 21, "only numbers are compared by >")]
    [InlineData("attributes", 1, 11, "'.' is expected here, not the end")]
    [InlineData("attributes.\"a\" == 3", 1, 12, "a name is expected")]
    [InlineData("has(kind)", 1, 5, "every event has this")]
    [InlineData("value in table(\"t\")", 1, 10, "a row's key is kind, key or attributes.NAME")]
    [InlineData("lookup(\"t\", place.town).x == 3", 1, 13, "a row's key is kind, key or attributes.NAME")]
    [InlineData("lookup(\"t\", key) == 3", 1, 18, "'.' is expected here")]
    [InlineData("!key in table(\"t\")", 1, 2, "'(' is expected here")]
    [InlineData("model(\"m\") > 3", 1, 7, "a model takes 1 to 256 features behind its name, not 0")]
    [InlineData("model(\"\", value) > 3", 1, 7, "a model's name is expected")]
    [InlineData("model(\"m\", kind) > 3", 1, 12, "a feature is value, place.latitude, place.longitude, attributes.NAME")]
    [InlineData("model(\"m\", place.town) > 3", 1, 12, "a feature is value, place.latitude, place.longitude, attributes.NAME")]
    [InlineData("model(\"m\", model(\"m\", value)) > 3", 1, 12, "a feature is value")]
    [InlineData("model(\"m\", value)", 1, 18, "==, !=, <, <=, >, >= or in is expected here, not the end")]
    [InlineData("model(\"m\", value) == \"a\"", 1, 22, "a number without quotes is expected")]
    [InlineData("window(\"m\").size > 3", 1, 13, "a window has no 'size'; it has count, sum, min, max, average, distinct, revision, top")]
    [InlineData("rule(\"m\").count > 3", 1, 11, "a rule has no 'count'; it has nothing")]
    [InlineData("window(\"\").count > 3", 1, 7, "the name of a window is expected")]
    [InlineData("window(\"m\").\"count\" > 3", 1, 13, "a name is expected here, not a text")]
    [InlineData("window(\"m\") > 3", 1, 13, "&&, || or the end is expected here, not '>'")]
    [InlineData("window(\"m\").count == \"a\"", 1, 22, "a number without quotes is expected")]
    [InlineData("geofence(\"y\").change == \"lefted\"", 1, 25, "a fence is never 'lefted'; it is entered, dwelled, left, crossed")]
    [InlineData("geofence(\"y\").change in [\"left\", \"gone\"]", 1, 34, "a fence is never 'gone'")]
    [InlineData("window(\"m\").top == 3", 1, 20, "a text in quotes is expected")]
    [InlineData("window(\"m\").top", 1, 16, "==, !=, <, <=, >, >= or in is expected")]
    [InlineData("kind == true", 1, 9, "kind is a text")]
    [InlineData("value == false", 1, 10, "value is a number")]
    [InlineData("true &&\n  kind == \"a", 2, 11, "no closing")]
    [InlineData("!kind == \"a\"", 1, 2, "'(' is expected here")]
    [InlineData("true && !!kind in []", 1, 11, "'(' is expected here")]
    [InlineData("!3 < value", 1, 2, "'(' is expected here")]
    [InlineData("(true", 1, 6, "')' is expected here, not the end")]
    [InlineData("true true", 1, 6, "&&, || or the end is expected here, not 'true'")]
    [InlineData("place.town.within(3)", 1, 12, "place.town has no function 'within'; it has none")]
    [InlineData("place.planet == \"a\"", 1, 7, "'planet' is nothing that a place has")]
    [InlineData("place == \"a\"", 1, 10, "place is compared with nothing")]
    [InlineData("place.within(square(1))", 1, 14, "a region is expected here")]
    [InlineData("place.within(polygon([[1, 2, 3]]))", 1, 23, "a point is [latitude, longitude]")]
    [InlineData("time.during(\"weekdays\")", 1, 13, "'weekdays' is no schedule. It looks like this: Mon-Fri")]
    [InlineData("kind == \"\\q\"", 1, 10, "a backslash goes before")]
    [InlineData("kind == \"\\u12\"", 1, 10, "4 hexadecimal digits are expected")]
    public void A_mistake_is_told_with_its_line_and_column_and_what_is_expected(string text, int line, int column, string reason)
    {
        var error = Assert.Throws<RuleTextException>(() => RuleText.Parse(text));
        Assert.Equal((line, column), (error.Line, error.Column));
        Assert.Contains(reason, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("(")]
    [InlineData("!")]
    public void Nesting_without_end_is_refused(string level) =>
        Assert.Contains("nested more than", Assert.Throws<RuleTextException>(() => RuleText.Parse(string.Concat(Enumerable.Repeat(level, 100_000)))).Message, StringComparison.Ordinal);

    [Fact]
    public void A_text_without_end_is_refused() =>
        Assert.Contains("characters", Assert.Throws<RuleTextException>(() => RuleText.Parse(new string(' ', RuleText.LengthMax + 1))).Message, StringComparison.Ordinal);

    [Fact]
    public async Task Whatever_is_written_is_read_with_the_same_meaning()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new RandomRules(seed) { HasTables = true };
        var tables = SampleTables.Resources();
        var matched = 0;
        for (var i = 0; i < 1_000; i++)
        {
            var condition = random.NextCondition(3);
            var text = RuleText.Format(condition);
            var read = RuleText.Parse(text);
            Assert.Equal(text, RuleText.Format(read));
            for (var j = 0; j < 20; j++)
            {
                var value = random.NextEvent();
                var place = await new StripeGeocoder().LookUpAsync(value.Place, default);
                var meets = RuleEvaluator.Meets(condition, value, place, tables);
                Assert.True(meets == RuleEvaluator.Meets(read, value, place, tables), text);
                if (meets) matched++;
            }
        }

        Assert.InRange(matched, 1_000, 19_000);
    }
}
