using System.Collections.Concurrent;
using System.Threading.Channels;
using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Services;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

public sealed class ProcessPumpTests
{
    private readonly GatedProcessor _processor = new();
    private readonly Answers _answers = new();
    private readonly Channel<Event> _events = Channel.CreateUnbounded<Event>();

    [Fact]
    public async Task Answers_keep_the_order_of_the_events_whichever_is_done_first()
    {
        var running = RunAsync(inFlightMax: 8);
        foreach (var key in new[] { "a", "b", "c" }) _events.Writer.TryWrite(SampleEvents.Message(key, 0));
        _events.Writer.Complete();
        foreach (var key in new[] { "c", "b" }) _processor.Release(key, 0);
        await _processor.Begun("a", 0);

        Assert.Empty(_answers.Keys);
        _processor.Release("a", 0);
        await running;
        Assert.Equal(["a", "b", "c"], _answers.Keys);
    }

    [Fact]
    public async Task Events_of_one_stream_take_turns()
    {
        var running = RunAsync(inFlightMax: 8);
        for (var i = 0UL; i < 2; i++) _events.Writer.TryWrite(SampleEvents.Message("a", i));
        _events.Writer.TryWrite(SampleEvents.Message("b", 0));
        await _processor.Begun("b", 0);

        Assert.False(_processor.HasBegun("a", 1));
        foreach (var (key, sequence) in new[] { ("a", 0UL), ("a", 1UL), ("b", 0UL) }) _processor.Release(key, sequence);
        _events.Writer.Complete();
        await running;
        Assert.Equal(["a", "a", "b"], _answers.Keys);
    }

    [Fact]
    public async Task No_more_events_are_taken_than_may_be_under_way()
    {
        var running = RunAsync(inFlightMax: 2);
        for (var i = 0; i < 20; i++) _events.Writer.TryWrite(SampleEvents.Message("s" + i, 0));
        _events.Writer.Complete();
        await _processor.Begun("s3", 0);

        // One awaits its answer's turn, two wait behind it, one is at the door.
        Assert.Equal(16, _events.Reader.Count);
        for (var i = 0; i < 20; i++) _processor.Release("s" + i, 0);
        await running;
        Assert.Equal(20, _answers.Keys.Count);
    }

    [Fact]
    public async Task What_cannot_be_processed_ends_the_stream_and_nothing_behind_it_in_its_stream_is_tried()
    {
        var running = RunAsync(inFlightMax: 8);
        for (var i = 0UL; i < 2; i++) _events.Writer.TryWrite(SampleEvents.Message("a", i));
        await _processor.Begun("a", 0);
        _processor.Fail("a", 0, new EventStoreException("away", isTransient: true));

        await Assert.ThrowsAsync<EventStoreException>(() => running);
        Assert.False(_processor.HasBegun("a", 1));
        Assert.Empty(_answers.Keys);
    }

    [Fact]
    public async Task A_server_that_stops_answers_what_it_has_taken()
    {
        using var stopping = new CancellationTokenSource();
        var running = RunAsync(inFlightMax: 8, stopping.Token);
        _events.Writer.TryWrite(SampleEvents.Message("a", 0));
        await _processor.Begun("a", 0);
        await stopping.CancelAsync();
        _processor.Release("a", 0);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        Assert.Equal(["a"], _answers.Keys);
    }

    private Task RunAsync(int inFlightMax, CancellationToken stopping = default) =>
        new ProcessPump(_processor, inFlightMax).RunAsync(_events.Reader.ReadAllAsync(CancellationToken.None), _answers, stopping, CancellationToken.None);

    private sealed class Answers : IAsyncStreamWriter<Decision>
    {
        public WriteOptions? WriteOptions { get; set; }

        public List<string> Keys { get; } = [];

        public Task WriteAsync(Decision message)
        {
            Keys.Add(message.Key);
            return Task.CompletedTask;
        }
    }

    private sealed class GatedProcessor : IEventProcessor
    {
        private readonly ConcurrentDictionary<(string, ulong), (TaskCompletionSource Begun, TaskCompletionSource Gate)> _events = new();

        public Task Begun(string key, ulong sequence) => Of(key, sequence).Begun.Task;

        public bool HasBegun(string key, ulong sequence) => Of(key, sequence).Begun.Task.IsCompleted;

        public void Release(string key, ulong sequence) => Of(key, sequence).Gate.SetResult();

        public void Fail(string key, ulong sequence, Exception error) => Of(key, sequence).Gate.SetException(error);

        public async ValueTask<GeniusAnswer> ProcessAsync(GeniusEvent value, CancellationToken cancellationToken)
        {
            var (begun, gate) = Of(value.Key, value.RequestKey.Sequence);
            begun.SetResult();
            await gate.Task;
            return new GeniusAnswer([], [], [], IsRepeat: false);
        }

        private (TaskCompletionSource Begun, TaskCompletionSource Gate) Of(string key, ulong sequence) => _events.GetOrAdd(
            (key, sequence), _ => (new(TaskCreationOptions.RunContinuationsAsynchronously), new(TaskCreationOptions.RunContinuationsAsynchronously)));
    }
}
