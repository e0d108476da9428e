namespace Genie.Brokers;

/// <summary>A driver cannot work on this machine: a native library that it needs is not here.</summary>
/// <param name="broker">The system's name.</param>
/// <param name="whatToDo">What is missing and how to get it; see <see cref="Drivers.IBrokerDriver.WhyUnavailable"/>.</param>
public sealed class MissingLibraryException(string broker, string whatToDo) : BrokerException($"{broker}: {whatToDo}", isTransient: false);
