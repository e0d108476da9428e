using System.Buffers;
using Genie.Brokers.Pulsar.Libraries;

namespace Genie.Brokers.Pulsar.Tests;

/// <summary>The loop that takes from a library's consumer, whose connection lasts.</summary>
public sealed class LibraryReceiverTests
{
    [Fact]
    public async Task A_message_that_cannot_be_taken_ends_the_session_as_a_lost_connection_does()
    {
        await using var receiver = new LibraryReceiver(new Consumer(), _ => throw new InvalidOperationException("ours"));
        var error = await Assert.ThrowsAsync<InvalidOperationException>(() => receiver.WhenLostAsync(CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(10)));
        Assert.Equal("ours", error.Message);
    }

    private sealed class Consumer : ILibraryConsumer
    {
        public ValueTask<LibraryMessage> ReceiveAsync(CancellationToken cancellationToken) => new(new LibraryMessage(0, ReadOnlySequence<byte>.Empty, default!));

        public ValueTask AcknowledgeAsync(object messageId) => ValueTask.CompletedTask;

        public Task WhenLostAsync(CancellationToken cancellationToken) => Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken);

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
