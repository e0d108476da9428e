using System.Reflection;
using Genie.Brokers.Drivers;
using Genie.Brokers.Hosting.Configuration;
using Genie.Brokers.Hosting.Health;
using Genie.Brokers.Hosting.Logging;
using Genie.Brokers.Instrumentation;
using Genie.Brokers.Links;
using Genie.Observing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Genie.Brokers.Hosting;

/// <summary>A broker of the host: the driver's with spans, figures and log, and with what is known of its links.</summary>
internal sealed class HostedBroker : IBroker, IDisposable
{
    private const string LogCategory = "Genie.Brokers";

    private readonly InstrumentedBroker _inner;
    private readonly GuardedLogger _logger;
    private readonly string _label;

    private HostedBroker(string name, DriverSelection selection, bool traceContext, ILogger logger)
    {
        _logger = new GuardedLogger(logger);
        _label = name.Length == 0 ? selection.Driver.Broker : $"{name} ({selection.Driver.Broker})";
        var options = selection.Options is ServerOptions server ? server with { LinkChanged = change => OnLinkChanged(server, change) } : selection.Options;
        var url = options.GetType().GetProperty(BrokerOptionsBinder.UrlSetting, BindingFlags.IgnoreCase | BindingFlags.Public | BindingFlags.Instance)?.GetValue(options) as Uri;
        var instrumentation = new InstrumentationOptions { TraceContext = traceContext, ServerAddress = url?.Host ?? "", ServerPort = Math.Max(0, url?.Port ?? 0) };
        _inner = new InstrumentedBroker(selection.Driver.Create(options), instrumentation);
    }

    /// <inheritdoc/>
    public BrokerTraits Traits => _inner.Traits;

    /// <summary>What is known of links and listeners.</summary>
    public BrokerState State { get; } = new();

    /// <summary>Creates the broker of a name by its options; connects to nothing yet.</summary>
    /// <exception cref="OptionsValidationException">The options name what is not there.</exception>
    /// <exception cref="BrokerException">The driver refuses its settings.</exception>
    public static HostedBroker Create(string name, IServiceProvider provider)
    {
        var options = provider.GetRequiredService<IOptionsMonitor<GenieBrokerOptions>>().Get(name);
        var category = name.Length == 0 ? LogCategory : $"{LogCategory}.{name}";
        return new HostedBroker(
            name, provider.GetRequiredService<DriverRegistry>().Select(name, options), options.TraceContext, provider.GetRequiredService<ILoggerFactory>().CreateLogger(category));
    }

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var connection = await _inner.ConnectAsync(channel, options, cancellationToken).ConfigureAwait(false);
        var traits = Traits;
        BrokerLog.Connected(_logger, _label, channel, traits.Server, traits.ClientVersion);
        return connection;
    }

    /// <summary>As <see cref="ConnectAsync"/>, for a check that is not logged.</summary>
    public ValueTask<IBrokerConnection> ProbeAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        _inner.ConnectAsync(channel, options, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var observed = options with
        {
            HandlerFailed = failure =>
            {
                BrokerLog.HandlerFailed(_logger, _label, channel, failure);
                _logger.Tell(options.HandlerFailed, nameof(ListenOptions.HandlerFailed), failure);
            },
            StoppedLate = late =>
            {
                BrokerLog.StoppedLate(_logger, _label, channel, options.StopTimeout, late);
                _logger.Tell(options.StoppedLate, nameof(ListenOptions.StoppedLate), late);
            },
            LinkChanged = options.LinkChanged is { } changed ? change => _logger.Tell(changed, nameof(ListenOptions.LinkChanged), change) : null,
        };
        var listener = await _inner.ListenAsync(channel, observed, handler, cancellationToken).ConfigureAwait(false);
        var traits = Traits;
        BrokerLog.Listening(_logger, _label, channel, traits.Server, traits.ClientVersion);
        return listener;
    }

    /// <summary>Tells that a listener could not be opened.</summary>
    public void TellNotListening(string channel, BrokerException error, int attempts, TimeSpan delay)
    {
        if (Refusal.Is(error)) BrokerLog.ListeningRefused(_logger, _label, channel, delay.TotalSeconds, error);
        else BrokerLog.ListeningFailed(_logger, _label, channel, attempts, delay.TotalSeconds, error);
    }

    /// <inheritdoc/>
    public ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken) => _inner.DeleteChannelAsync(channel, cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _inner.DisposeAsync();

    /// <summary>For containers that are disposed without awaiting it.</summary>
    public void Dispose() => DisposeAsync().AsTask().GetAwaiter().GetResult();

    private void OnLinkChanged(ServerOptions options, LinkChange change)
    {
        BrokerLog.LinkChanged(_logger, _label, change);
        State.Tell(change);
        _logger.Tell(options.LinkChanged, nameof(ServerOptions.LinkChanged), change);
    }
}
