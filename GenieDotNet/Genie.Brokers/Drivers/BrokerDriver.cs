namespace Genie.Brokers.Drivers;

/// <summary>A driver: what it says of itself, and how it makes a broker of its options.</summary>
/// <typeparam name="TOptions">The options record; see <see cref="BrokerOptionsBinder"/>.</typeparam>
/// <param name="description">What it says of itself.</param>
public abstract class BrokerDriver<TOptions>(DriverDescription description) : IBrokerDriver
    where TOptions : class, new()
{
    /// <inheritdoc/>
    public string Broker => description.Broker;

    /// <inheritdoc/>
    public string Client => description.Client;

    /// <inheritdoc/>
    public string ClientVersion => description.ClientVersion;

    /// <inheritdoc/>
    public bool InProcess => description.InProcess;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => description.Guarantees;

    /// <inheritdoc/>
    public AllocationBounds Allocations => description.Allocations;

    /// <inheritdoc cref="IBrokerDriver.WhyUnavailable"/>
    public virtual string? WhyUnavailable => null;

    /// <inheritdoc/>
    public Type OptionsType => typeof(TOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => Create((TOptions)options);

    /// <summary>A broker with the given options. Connects to nothing yet.</summary>
    public abstract IBroker Create(TOptions options);
}
