using Genie.Brokers.Drivers;

namespace Genie.Brokers.Tests.Drivers;

public sealed class NearestNameTests
{
    private static readonly string[] Names = ["nats", "rabbitmq", "kafka", "mqtt", "activemq", "zeromq"];

    [Theory]
    [InlineData("nat", "nats")]
    [InlineData("NATZ", "nats")]
    [InlineData("rabitmq", "rabbitmq")]
    [InlineData("zeromg", "zeromq")]
    [InlineData("postgres", null)]
    public void Finds_what_was_meant(string given, string? expected) => Assert.Equal(expected, NearestName.Find(given, Names));

    [Fact]
    public void Says_nothing_where_nothing_is_near() => Assert.Equal("", NearestName.Hint("xyzxyzxyz", Names));
}
