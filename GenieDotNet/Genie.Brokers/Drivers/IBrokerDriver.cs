namespace Genie.Brokers.Drivers;

/// <summary>
/// What a driver project offers to a program that chooses among systems by name. Each project lists its drivers in one
/// static class (<c>NatsDrivers.All</c>).
/// </summary>
public interface IBrokerDriver
{
    /// <summary>The system's name in the command line: <c>nats</c>.</summary>
    string Broker { get; }

    /// <summary><c>wire</c>, <c>official</c>, or a library's own name where a system has several.</summary>
    string Client { get; }

    /// <summary>The library with its version.</summary>
    string ClientVersion { get; }

    /// <summary>True if client and listener must live in one process.</summary>
    bool InProcess { get; }

    /// <summary>What delivery means with this driver, for docs, reports and JSON.</summary>
    GuaranteeCard Guarantees { get; }

    /// <summary>What it allocates at most.</summary>
    AllocationBounds Allocations { get; }

    /// <summary>What is missing on this machine and how to get it, where the driver cannot work without; null where it can. A call ends with
    /// <see cref="MissingLibraryException"/> there.</summary>
    string? WhyUnavailable => null;

    /// <summary>The options record whose properties are the settings: see <see cref="BrokerOptionsBinder"/>.</summary>
    Type OptionsType { get; }

    /// <summary>A broker with the given options, a record of <see cref="OptionsType"/>. Connects to nothing yet.</summary>
    IBroker Create(object options);
}
