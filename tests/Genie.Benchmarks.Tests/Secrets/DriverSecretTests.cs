using Genie.Benchmarks.Drivers;
using Genie.Brokers;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Tests.Secrets;

/// <summary>Every setting of every driver that may hold a secret: it is declared, and neither errors nor the options' own text repeat it.</summary>
public sealed class DriverSecretTests
{
    /// <summary>Texts that hold no secret: whoever adds a setting decides, here or by <see cref="SecretSettingAttribute"/>.</summary>
    private static readonly string[] PlainTexts =
    [
        "activemq.queue-prefix", "activemq.user", "aeron.channel", "aeron.dir", "aeron.reply-channel", "kafka.topic-prefix", "mqtt.reply-prefix", "mqtt.topic-prefix", "mqtt.user",
        "nats.inbox-prefix", "nats.subject-prefix", "nats.user", "orleans.cluster-id", "orleans.silo-host", "protoactor.cluster-name", "protoactor.member-host", "pulsar.namespace",
        "pulsar.producer-name", "pulsar.tenant", "pulsar.topic-prefix", "quic.tls-pins", "rabbitmq.queue-prefix", "redis.key-prefix", "udp.tls-pin",
    ];

    // A password that is not percent-encoded, by the character that ends a URL's host too soon.
    private static readonly string[] Broken = ["u:" + Marker.Text + "#x@", Marker.Text + "#x@", Marker.Text + "?x@", Marker.Text + "/x@", "u:1#" + Marker.Text + "@", "u:" + Marker.Text + "/x@"];

    public static TheoryData<string> Systems => [.. DriverCatalogue.Brokers.Where(static broker => DriverCatalogue.Of(broker).Count > 0)];

    [Fact]
    public void Every_text_is_declared_secret_or_known_to_be_none()
    {
        var undecided = DriverCatalogue.Brokers.SelectMany(DriverCatalogue.Of).SelectMany(Settings)
            .Where(each => each.Setting.Type == typeof(string) && each.Setting.Secrecy == SettingSecrecy.None && !IsFile(each.Setting.Name)).Select(each => each.Name).Distinct();
        Assert.Empty(undecided.Except(PlainTexts));
    }

    [Theory]
    [MemberData(nameof(Systems))]
    public async Task No_secret_is_in_the_text_of_options(string system)
    {
        foreach (var driver in DriverCatalogue.Of(system))
        {
            foreach (var (name, setting) in Settings(driver).Where(static each => each.Setting.Secrecy != SettingSecrecy.None))
            {
                foreach (var value in ValuesOf(setting)) await AssertUnsaidAsync(driver, name, setting, value);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Systems))]
    public async Task A_url_whose_password_is_not_encoded_is_refused_by_its_name(string system)
    {
        foreach (var driver in DriverCatalogue.Of(system))
        {
            if (Settings(driver).FirstOrDefault(static each => each.Setting.Name == BrokerOptionsBinder.UrlSetting) is not (var name, { Default: Uri usual } setting)) continue;
            foreach (var broken in Broken)
            {
                var error = await AssertUnsaidAsync(driver, name, setting, $"{usual.Scheme}://{broken}host:5672");
                if (driver.WhyUnavailable is not null || driver.InProcess) continue;
                Assert.Contains(name, error?.Message ?? $"{driver.Client} took {broken}", StringComparison.Ordinal);
                Assert.Contains("%23", error!.Message, StringComparison.Ordinal);
            }
        }
    }

    private static bool IsFile(string name) => name.EndsWith("-file", StringComparison.Ordinal) || name.EndsWith("-server-name", StringComparison.Ordinal);

    private static IEnumerable<(string Name, BrokerSetting Setting)> Settings(IBrokerDriver driver) =>
        BrokerOptionsBinder.Describe(driver.Broker, driver.OptionsType).Select(setting => ($"{driver.Broker}.{setting.Name}", setting));

    private static string[] ValuesOf(BrokerSetting setting)
    {
        var scheme = (setting.Default as Uri)?.Scheme ?? "tcp";
        return setting.Secrecy switch
        {
            SettingSecrecy.Url => [$"{scheme}://u:{Marker.Text}@127.0.0.1:1", $"{scheme}://{Marker.Text}@127.0.0.1:1", $"wrong://u:{Marker.Text}@127.0.0.1:1", $"{scheme}://127.0.0.1:1/?key={Marker.Text}", Marker.Text, .. Broken.Select(broken => $"{scheme}://{broken}127.0.0.1:1")],
            SettingSecrecy.Addresses => [$"u:{Marker.Text}@127.0.0.1:1", $"{scheme}://u:{Marker.Text}@127.0.0.1:1"],
            _ => [Marker.Text],
        };
    }

    /// <summary>Sets it, in every way that leads to a broker that connects to nothing yet; the error, if that is one.</summary>
    private static async Task<BrokerSettingException?> AssertUnsaidAsync(IBrokerDriver driver, string name, BrokerSetting setting, string value)
    {
        try
        {
            var options = BrokerOptionsBinder.Bind(driver.Broker, driver.OptionsType, new Dictionary<string, string> { [setting.Name] = value }, static _ => null);
            Marker.AssertNotIn(BrokerOptionsBinder.ToText(options), $"the text of {name}");
            Marker.AssertNotIn($"{options}", $"the text of {driver.OptionsType.Name} with {name}");
            if (driver.WhyUnavailable is not null) return null;
            await using var broker = driver.Create(options);
            _ = broker.Traits;
            Marker.AssertNotIn($"{broker.Traits} {broker}", $"what {driver.Broker} through {driver.Client} says of itself");

            // Of Kafka all settings are read by then, and its library takes a second to be closed.
            if (driver.Broker != "kafka") await ConnectAsync(broker);
            return null;
        }
        catch (BrokerSettingException error)
        {
            Marker.AssertNotIn($"{error}", $"the error of {name} = {value}");
            return error;
        }
    }

    // Some settings are read when there is a connection; nothing listens at the port, and what cannot be read is told before.
    private static async Task ConnectAsync(IBroker broker)
    {
        using var atOnce = new CancellationTokenSource(TimeSpan.FromMilliseconds(50));
        try
        {
            await (await broker.ConnectAsync("channel", new ConnectionOptions(), atOnce.Token)).DisposeAsync();
        }
        catch (Exception error) when (error is BrokerException and not BrokerSettingException or OperationCanceledException)
        {
            Marker.AssertNotIn($"{error}", "the error of a connection");
        }
    }
}
