using System.Diagnostics;

namespace Genie.Rpc.Quic.Tests.Calls;

public sealed class TracingTests
{
    [SkippableFact]
    public async Task The_functions_span_is_a_child_of_the_callers()
    {
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name is "Genie.Rpc.Quic" or "test",
            Sample = static (ref _) => ActivitySamplingResult.AllData,
        };
        ActivitySource.AddActivityListener(listener);
        using var source = new ActivitySource("test");
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction<string>(
            0x0102, _ => ValueTask.FromResult($"{Activity.Current?.TraceId} {Activity.Current?.Kind} {Activity.Current?.OperationName}")));
        using var activity = source.StartActivity("order");

        Assert.Equal($"{activity!.TraceId} Server serve 1.2", await peers.Caller.InvokeAsync<string>(0x0102, peers.Stop));
    }
}
