using Genie.Testing;

namespace Genie.Grains.Tests.Runtime;

public sealed class OptionTests
{
    [Fact]
    public void Options_that_no_runtime_can_work_with_are_refused_by_name() =>
        NonsenseOptions.AreRefused(new GrainRuntimeOptions(), options => new GrainRuntime(options).DisposeAsync().AsTask(), nameof(GrainRuntimeOptions.CallTimeout), nameof(GrainRuntimeOptions.StopTimeout));
}
