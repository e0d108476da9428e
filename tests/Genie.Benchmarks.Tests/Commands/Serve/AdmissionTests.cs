using Genie.Benchmarks.Commands.Serve;

namespace Genie.Benchmarks.Tests.Commands.Serve;

public sealed class AdmissionTests
{
    [Fact]
    public async Task As_many_are_let_through_as_there_are_slots_then_some_wait_then_none()
    {
        var admission = new Admission<string>(["a", "b"], queueMax: 2);
        Assert.Equal("a", await admission.TakeAsync(default));
        Assert.Equal("b", await admission.TakeAsync(default));
        var first = admission.TakeAsync(default).AsTask();
        var second = admission.TakeAsync(default).AsTask();

        Assert.Null(await admission.TakeAsync(default));
        Assert.Equal((2, 2), (admission.InFlight, admission.Waiting));
        admission.Return("b");
        Assert.Equal("b", await first);
        Assert.False(second.IsCompleted);
        admission.Return("a");
        Assert.Equal("a", await second);
        Assert.Equal((2, 0), (admission.InFlight, admission.Waiting));
    }

    [Fact]
    public async Task Who_gives_up_waiting_leaves_room_for_another()
    {
        var admission = new Admission<string>(["a"], queueMax: 1);
        await admission.TakeAsync(default);
        using var timeout = new CancellationTokenSource();
        var first = admission.TakeAsync(timeout.Token).AsTask();
        await timeout.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => first);

        var second = admission.TakeAsync(default).AsTask();
        admission.Return("a");

        Assert.Equal("a", await second);
    }

    [Fact]
    public async Task Many_callers_never_share_a_slot()
    {
        var slots = Enumerable.Range(0, 3).Select(_ => new int[1]).ToArray();
        var admission = new Admission<int[]>(slots, queueMax: 1000);
        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(async () =>
        {
            for (var i = 0; i < 2000; i++)
            {
                var slot = (await admission.TakeAsync(default))!;
                Assert.Equal(1, Interlocked.Increment(ref slot[0]));
                if (i % 16 == 0) await Task.Yield();
                Interlocked.Decrement(ref slot[0]);
                admission.Return(slot);
            }
        })));

        Assert.Equal((0, 0), (admission.InFlight, admission.Waiting));
    }
}
