using System.Text;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Nats.Wire.Protocol;

namespace Genie.Brokers.Nats.Tests.Protocol;

public sealed class NatsErrorsTests
{
    [Theory]
    [InlineData("Authorization Violation", typeof(BrokerAuthenticationException), false)]
    [InlineData("User Authentication Expired", typeof(BrokerAuthenticationException), false)]
    [InlineData("Permissions Violation for Publish to \"a\"", typeof(BrokerPermissionException), true)]
    [InlineData("permissions violation for subscription to \"a\"", typeof(BrokerPermissionException), true)]
    [InlineData("Slow Consumer", typeof(SlowConsumerException), false)]
    [InlineData("Unknown Protocol Operation", typeof(BrokerProtocolException), false)]
    [InlineData("Stale Connection", typeof(LinkLostException), false)]
    [InlineData("maximum connections exceeded", typeof(LinkLostException), false)]
    public void Each_text_has_its_type(string text, Type type, bool linkSurvives)
    {
        var (error, survives) = NatsErrors.Read(Encoding.ASCII.GetBytes(text));
        Assert.IsType(type, error);
        Assert.Equal(linkSurvives, survives);
    }

    [Fact]
    public void One_pong_confirms_what_was_noted_before_its_ping_and_no_more()
    {
        var confirmed = new List<Correlation>();
        var confirmations = new NatsConfirmations(confirmed.Add);
        var flush = new TaskCompletionSource();
        Assert.False(confirmations.TryBeginPing());
        confirmations.Note(new NatsConfirmation(new Correlation(1, 0), null, true));
        confirmations.Note(new NatsConfirmation(new Correlation(2, 0), null, true));
        Assert.True(confirmations.TryBeginPing());
        Assert.False(confirmations.TryBeginPing());
        confirmations.Note(new NatsConfirmation(new Correlation(3, 0), null, true));
        confirmations.Note(new NatsConfirmation(default, flush, false));

        confirmations.Pong();
        Assert.Equal([new Correlation(1, 0), new Correlation(2, 0)], confirmed);
        Assert.False(confirmations.IsPingPending);
        Assert.True(confirmations.TryBeginPing());
        Assert.False(flush.Task.IsCompleted);
        confirmations.Pong();
        Assert.Equal(3, confirmed.Count);
        Assert.True(flush.Task.IsCompletedSuccessfully);
        Assert.Throws<BrokerProtocolException>(confirmations.Pong);
    }
}
