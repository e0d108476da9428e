using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Secrets;

namespace Genie.Benchmarks.Tests.Secrets;

/// <summary>Command lines as results have them: those given now, and those that earlier versions wrote down.</summary>
public sealed class ShownCommandLineTests
{
    private const string M = Marker.Text;

    [Theory]
    [InlineData("bench nats --duration 1s --out \"a b\"", "bench nats --duration 1s --out \"a b\"")]
    [InlineData("bench nats --broker-option nats.password=" + M + " --duration 1s", "bench nats --broker-option \"nats.password=***\" --duration 1s")]
    [InlineData("bench nats --broker-option=nats.password=" + M + " --out x", "bench nats --broker-option=\"nats.password=***\" --out x")]
    [InlineData("bench nats --broker-option password=" + M + " rabbitmq", "bench nats --broker-option \"password=***\" rabbitmq")]
    [InlineData("bench nats --broker-option nats.subject-prefix=a. nats", "bench nats --broker-option nats.subject-prefix=a. nats")]
    [InlineData("genie bench rabbitmq --broker-option rabbitmq.url=amqp://u:" + M + "@h:5672/v", "genie bench rabbitmq --broker-option \"rabbitmq.url=amqp://***@h:5672/v\"")]
    [InlineData("bench rabbitmq --broker-option url=amqp://u:" + M + "#x@h", "bench rabbitmq --broker-option \"url=amqp://***\"")]
    [InlineData("bench x --broker-option x.unknown=" + M, "bench x --broker-option \"x.unknown=***\"")]
    [InlineData("bench nats --database \"Host=h;Username=u;Password=" + M + ";Database=d\" --seed 2", "bench nats --database \"Host=h;Database=d;Password=***\" --seed 2")]
    [InlineData("bench nats --database \"Host=h;Password=\"a " + M + "\";Database=d\" --seed 2", "bench nats --database \"Host=h;Database=d;Password=***\" --seed 2")]
    [InlineData("bench nats --database \"Host=h;Password=a " + M + " --b\" --seed 2", "bench nats --database \"***\"")]
    [InlineData("bench nats --database \"Host=h;Password=a " + M, "bench nats --database \"***\"")]
    [InlineData("bench nats \"--database=Host=h;Password=a " + M + "\" --seed 2", "bench nats \"--database=***\" --seed 2")]
    [InlineData("bench nats --database postgres://u:" + M + "@h/d", "bench nats --database \"***\"")]
    [InlineData("bench nats --worker-command \"PASSWORD=" + M + " genie worker\" --seed 2", "bench nats --worker-command \"***\" --seed 2")]
    [InlineData("bench nats --worker-command tcp://h:5090", "bench nats --worker-command tcp://h:5090")]
    [InlineData("bench nats --database", "bench nats --database")]
    [InlineData("", "")]
    public void One_that_was_written_down_is_masked_by_its_options(string text, string shown)
    {
        Assert.Equal(shown, ShownCommandLine.OfText(text));
        Assert.Equal(shown, ShownCommandLine.OfText(shown));
    }

    [Theory]
    [InlineData("bench nats --broker-option \"nats.password=***\" --seed 2", "bench", "nats", "--broker-option", "nats.password=" + M, "--seed", "2")]
    [InlineData("bench nats --broker-option \"nats.password=***\" --seed 2", "bench", "nats", "--broker-option=nats.password=" + M, "--seed=2")]
    [InlineData("bench --database \"Host=h;Password=***\" nats", "bench", "--database", "Host=h;Username=" + M + ";Password=\"a; --b " + M + "\"", "nats")]
    [InlineData("bench nats --worker-command \"***\"", "bench", "nats", "--worker-command", M + " --broker-option x")]
    public void One_that_is_given_is_masked_by_its_options(string shown, params string[] arguments) =>
        Assert.Equal(shown, ShownCommandLine.Of(CommandTable.CreateRoot("bench").Parse(arguments)));
}
