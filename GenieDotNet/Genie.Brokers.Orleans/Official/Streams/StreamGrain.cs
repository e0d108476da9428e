using System.Buffers;
using Genie.Brokers.Orleans.Official.Listening;
using Genie.Brokers.Sharing;
using Orleans.Placement;

namespace Genie.Brokers.Orleans.Official.Streams;

/// <summary>Hands its messages to the listeners of its silo; one that finds none leaves, so that the next message may find one elsewhere.</summary>
/// <remarks>Placed at random, so that silos share the streams whichever of them clients are connected to.</remarks>
/// <param name="listeners">The silo's listeners.</param>
[GrainType("genie.stream"), RandomPlacement]
internal sealed class StreamGrain(ChannelListeners<StreamListener> listeners) : Grain, IStreamGrain
{
    private string _channel = "";

    public override Task OnActivateAsync(CancellationToken cancellationToken)
    {
        _channel = StreamKeys.ChannelOf(this.GetPrimaryKeyString());
        return Task.CompletedTask;
    }

    public ValueTask ActivateAsync() => ValueTask.CompletedTask;

    public async ValueTask<StreamAnswer> RequestAsync(StreamMessage message)
    {
        var answer = new TaskCompletionSource<byte[]?>(TaskCreationOptions.RunContinuationsAsynchronously);
        return new StreamAnswer(await HandOverAsync(message, answer) ? await answer.Task : null);
    }

    public ValueTask<bool> SendAsync(StreamMessage message) => HandOverAsync(message, answer: null);

    private async ValueTask<bool> HandOverAsync(StreamMessage message, TaskCompletionSource<byte[]?>? answer)
    {
        if (await listeners.HandOverAsync(_channel, new ReadOnlySequence<byte>(message.Body), new StreamRoute(answer))) return true;
        DeactivateOnIdle();
        return false;
    }
}
