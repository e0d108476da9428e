using Genie.Brokers.Multiplexing;
using Genie.Brokers.RabbitMQ.Official;
using RabbitMQ.Client;
using Xunit.Abstractions;

namespace Genie.Brokers.RabbitMQ.Tests;

/// <summary>The parts of publishing that need no server.</summary>
public sealed class PublishingUnitTests(ITestOutputHelper output)
{
    [Fact]
    public void Unconfirmed_messages_agree_with_a_dictionary_under_random_confirmations()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var ring = new UnconfirmedMessages();
        var model = new SortedDictionary<ulong, Correlation>();
        for (var step = 0; step < 200_000; step++)
        {
            if (random.Next(100) < 52)
            {
                var correlation = new Correlation((uint)random.Next(), (uint)step);
                model.Add(ring.Add(correlation), correlation);
                continue;
            }

            var multiple = random.Next(10) == 0;
            var number = model.Count == 0 ? (ulong)random.Next(1000) : model.Keys.ElementAt(random.Next(Math.Min(model.Count, 40)));
            var expected = multiple ? model.Where(entry => entry.Key <= number).ToArray() : model.Where(entry => entry.Key == number).Take(1).ToArray();
            foreach (var (taken, correlation) in expected)
            {
                Assert.True(ring.TryTake(number, multiple, out var seen));
                Assert.Equal(correlation, seen);
                model.Remove(taken);
            }

            Assert.False(ring.TryTake(number, multiple, out _));
        }
    }

    [Theory]
    [InlineData(0u, 0u)]
    [InlineData(7u, 1u)]
    [InlineData(uint.MaxValue, uint.MaxValue)]
    public void A_correlation_keeps_its_value_as_a_property(uint slot, uint generation)
    {
        Assert.True(CorrelationText.TryParse(CorrelationText.Format(new Correlation(slot, generation)), out var read));
        Assert.Equal(new Correlation(slot, generation), read);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("0123456789abcdeg")]
    [InlineData("0123456789abcde")]
    [InlineData("0123456789abcdé")]
    public void Anothers_correlation_is_not_ours(string? property) => Assert.False(CorrelationText.TryParse(property, out _));

    [Theory]
    [InlineData(null, null, null)]
    [InlineData("0000000000000007", "amq.rabbitmq.reply-to", "10000")]
    [InlineData("0000000000000007", "amq.rabbitmq.reply-to", null)]
    [InlineData("anything, also é", null, "1")]
    public void Properties_are_written_as_the_library_reads_them(string? correlationId, string? replyTo, string? expiration)
    {
        var properties = new MessageProperties(correlationId, replyTo, expiration);
        var bytes = new byte[properties.GetRequiredBufferSize()];
        Assert.Equal(bytes.Length, properties.WriteTo(bytes));
        var read = new ReadOnlyBasicProperties(bytes);
        Assert.Equal(correlationId, read.CorrelationId);
        Assert.Equal(replyTo, read.ReplyTo);
        Assert.Equal(expiration, read.Expiration);
        Assert.Equal(DeliveryModes.Transient, read.DeliveryMode);
        Assert.False(read.IsHeadersPresent());
    }
}
