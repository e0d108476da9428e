namespace Genie.Brokers.Hosting;

/// <summary>Which messaging system a broker of the host is, and its settings. Checked when the host starts.</summary>
public sealed class GenieBrokerOptions
{
    /// <summary>The system's name, <c>nats</c>, one of those whose drivers are registered. Needed, unless <see cref="DriverOptions"/> implies it.</summary>
    public string System { get; set; } = "";

    /// <summary><c>wire</c>, <c>official</c>, or a library's own name where a system has several. Empty: the first that the driver project lists.</summary>
    public string Client { get; set; } = "";

    /// <summary>Settings by system, of which those of <see cref="System"/> hold: <c>Settings["nats"]["url"]</c>. Names as on the command line
    /// (<c>ping-interval</c>) or as the options record has them (<c>PingInterval</c>); they win over GENIE_NATS_PING_INTERVAL.</summary>
    public IDictionary<string, IDictionary<string, string>> Settings { get; } = new Dictionary<string, IDictionary<string, string>>(StringComparer.OrdinalIgnoreCase);

    /// <summary>The driver's options record, <c>new NatsOptions { ... }</c>, in place of <see cref="Settings"/>.</summary>
    public object? DriverOptions { get; set; }

    /// <inheritdoc cref="Instrumentation.InstrumentationOptions.TraceContext"/>
    public bool TraceContext { get; set; }

    /// <summary>What a configuration section had that these options have not.</summary>
    internal List<string> Problems { get; } = [];
}
