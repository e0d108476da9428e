using Genie.Brokers.Conformance;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Quic.Tests;

public sealed class QuicConformanceTests(ITestOutputHelper output, QuicFiles files) : BrokerConformanceTests(output), IClassFixture<QuicFiles>
{
    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicableAndNothingHeld;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() =>
        ValueTask.FromResult(new ConformanceSubject { Driver = new QuicDriver(), Options = files.Pinned() });
}
