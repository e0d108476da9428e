using Genie.Benchmarks.Load;
using Genie.Brokers;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>A driver that will be measured.</summary>
/// <param name="Driver">The driver.</param>
/// <param name="Choice">Its name and settings, as the load process gets them.</param>
/// <param name="Traits">What it promises.</param>
internal sealed record BenchDriver(IBrokerDriver Driver, BrokerChoice Choice, BrokerTraits Traits);
