using Genie.Brokers.Conformance;
using Genie.Brokers.Drivers;
using Genie.Brokers.InMemory;
using Genie.Brokers.Instrumentation;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Hosting.Tests.Instrumentation;

/// <summary>A broker with trace context keeps the contract as the driver inside does.</summary>
public sealed class InstrumentedConformance(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    private static readonly Dictionary<string, string> Deviations = new() { ["one-byte-too-many-is-refused"] = "answers carry no context, and may be as large as the driver inside takes" };

    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicable;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() =>
        ValueTask.FromResult(new ConformanceSubject { Driver = new InstrumentedDriver(new InMemoryDriver()), Options = new InMemoryOptions(), Deviations = Deviations });

    private sealed class InstrumentedDriver(IBrokerDriver inner) : IBrokerDriver
    {
        public string Broker => inner.Broker;

        public string Client => inner.Client;

        public string ClientVersion => inner.ClientVersion;

        public bool InProcess => inner.InProcess;

        public GuaranteeCard Guarantees => inner.Guarantees;

        public AllocationBounds Allocations => inner.Allocations;

        public Type OptionsType => inner.OptionsType;

        public IBroker Create(object options) => new InstrumentedBroker(inner.Create(options), new InstrumentationOptions { TraceContext = true });
    }
}
