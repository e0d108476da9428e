using Genie.Brokers.Kafka.Official;

namespace Genie.Brokers.Kafka.Tests;

public sealed class KafkaDriversTests
{
    [Fact]
    public void The_client_and_its_mock_are_offered()
    {
        Assert.Equal(["official", "mock"], KafkaDrivers.All.Select(driver => driver.Client));
        Assert.All(KafkaDrivers.All, driver => Assert.StartsWith("Confluent.Kafka 2.", driver.ClientVersion, StringComparison.Ordinal));
    }

    [Fact]
    public void An_unknown_scheme_is_refused_with_advice()
    {
        var error = Assert.Throws<BrokerSettingException>(() => new KafkaDriver().Create(new KafkaOptions { Url = new Uri("http://127.0.0.1") }));
        Assert.Contains("kafka://", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Options_do_not_show_the_password()
    {
        var text = new KafkaOptions { Url = new Uri("kafkas://u:secret@somewhere:9093") }.ToString();
        Assert.DoesNotContain("secret", text, StringComparison.Ordinal);
        Assert.Contains("kafkas://***@somewhere:9093", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_mock_says_what_it_is()
    {
        await using var broker = new KafkaMockDriver().Create(new KafkaOptions());
        await using var connection = await broker.ConnectAsync("mock", new ConnectionOptions(), default);
        Assert.Contains("mock cluster in this process", broker.Traits.Server, StringComparison.Ordinal);
        Assert.True(broker.Traits.InProcess);
    }
}
