using Genie.Testing;

namespace Genie.Geocoding.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public void The_example_answers_as_its_comments_say()
    {
        using var geocoder = EmbeddedGeocoder.OpenDefault();                         // the maps inside the package; opened in milliseconds
        var answer = geocoder.LookUp(new GeoPoint(38.870945, -77.055252));
        var text = $"{answer.County!.Name}, {answer.State!.Name}, {answer.Country!.Name}";      // Arlington, Virginia, United States of America
        var answers = new PlaceAnswer[2];
        geocoder.LookUp([new GeoPoint(48.8566, 2.3522), new GeoPoint(0, -30)], answers);        // spans: quicker than one by one
        var isAtSea = answers[1].Status == LookupStatus.Nowhere;                     // a coordinate is never an exception

        Assert.Equal("Arlington, Virginia, United States of America", text);
        Assert.Equal(("France", true), (answers[0].Country!.Name, isAtSea));
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Geocoding/README.md");
    }
}
