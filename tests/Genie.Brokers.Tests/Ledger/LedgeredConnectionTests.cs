using System.Buffers;
using Genie.Brokers.Frame;
using Genie.Brokers.Ledger;

namespace Genie.Brokers.Tests.Ledger;

public sealed class LedgeredConnectionTests
{
    private readonly SentLedger _sent = new(3);
    private readonly DeliveryLedger _delivered = new(3);

    [Fact]
    public async Task Payload_and_answer_pass_without_their_frames()
    {
        await using var connection = Connect(answer => answer);
        for (var length = 0; length < 3000; length += 97)
        {
            var payload = new byte[length];
            new Random(length).NextBytes(payload);
            using var reply = await connection.RequestAsync(payload, CancellationToken.None);
            Assert.Equal(payload, reply.Payload.ToArray());
            await connection.SendAsync(payload, CancellationToken.None);
        }

        Assert.Equal(new LedgerCounts { Sent = 62, Confirmed = 62, Delivered = 62 }, _sent.Settle(_delivered, 0));
    }

    [Fact]
    public async Task A_damaged_answer_is_refused_and_counted()
    {
        await using var connection = Connect(answer =>
        {
            answer[^1] ^= 1;
            return answer;
        });
        var error = await Assert.ThrowsAsync<CorruptedMessageException>(async () => await connection.RequestAsync(new byte[5], CancellationToken.None));
        Assert.Equal(FrameStatus.ChecksumMismatch, error.Status);
        Assert.Equal(new LedgerCounts { Sent = 1, Delivered = 1, Corrupted = 1, Errors = 1 }, _sent.Settle(_delivered, 0));
    }

    [Fact]
    public async Task Anothers_answer_is_refused_and_counted()
    {
        var before = Array.Empty<byte>();
        await using var connection = Connect(answer => before.Length == 0 ? before = answer : before);
        using var reply = await connection.RequestAsync(new byte[5], CancellationToken.None);
        var error = await Assert.ThrowsAsync<MisroutedMessageException>(async () => await connection.RequestAsync(new byte[5], CancellationToken.None));
        Assert.Equal(0UL, error.Arrived.Sequence);
        Assert.Equal(new LedgerCounts { Sent = 2, Confirmed = 1, Delivered = 2, Misrouted = 1, Errors = 1 }, _sent.Settle(_delivered, 0));
    }

    [Fact]
    public async Task A_message_too_large_was_never_sent_and_any_other_failure_was()
    {
        await using var connection = Connect(_ => throw new PayloadTooLargeException("test", 2, 1), callHandler: false);
        await Assert.ThrowsAsync<PayloadTooLargeException>(async () => await connection.SendAsync(new byte[5], CancellationToken.None));
        await using var broken = Connect(_ => throw new LinkLostException("test", "cut"), callHandler: false);
        await Assert.ThrowsAsync<LinkLostException>(async () => await broken.RequestAsync(new byte[5], CancellationToken.None));
        Assert.Equal(new LedgerCounts { Sent = 1, Lost = 1, Errors = 2 }, _sent.Settle(_delivered, 0));
    }

    [Fact]
    public async Task The_worker_refuses_damaged_and_foreign_messages_without_calling_the_handler_inside()
    {
        var calls = 0;
        var handler = new LedgeredHandler(_delivered, (_, _, _) =>
        {
            calls++;
            return ValueTask.CompletedTask;
        });
        var foreign = new byte[MessageFrame.HeaderBytes];
        new MessageFrame(8, 0, 0, 0).Write(foreign, []);
        var reply = new ArrayBufferWriter<byte>();
        await Assert.ThrowsAsync<MisroutedMessageException>(async () => await handler.HandleAsync(new ReadOnlySequence<byte>(foreign), reply, CancellationToken.None));
        await Assert.ThrowsAsync<CorruptedMessageException>(async () => await handler.HandleAsync(new ReadOnlySequence<byte>(new byte[9]), reply, CancellationToken.None));
        Assert.Equal((0, 0, 1L, 1L), (calls, reply.WrittenCount, _delivered.Misrouted, _delivered.Corrupted));
    }

    [Fact]
    public async Task A_handler_that_ends_later_is_answered_like_any_other()
    {
        var handler = new LedgeredHandler(_delivered, async (message, reply, token) =>
        {
            await Task.Yield();
            reply.Write(message.ToArray());
        });
        var message = new byte[MessageFrame.HeaderBytes + 3];
        new MessageFrame(3, 0, 0, 0).Write(message, [1, 2, 3]);
        var reply = new ArrayBufferWriter<byte>();
        await handler.HandleAsync(new ReadOnlySequence<byte>(message), reply, CancellationToken.None);
        Assert.Equal(message, reply.WrittenSpan.ToArray());
    }

    private LedgeredConnection Connect(Func<byte[], byte[]> onWire, bool callHandler = true)
    {
        var handler = new LedgeredHandler(_delivered, static (message, reply, _) =>
        {
            reply.Write(message.ToArray());
            return ValueTask.CompletedTask;
        });
        return new LedgeredConnection(new Loopback(callHandler ? handler.HandleAsync : null, onWire), _sent);
    }

    private sealed class Loopback(MessageHandler? handler, Func<byte[], byte[]> onWire) : IBrokerConnection
    {
        public long LateReplies => 0;

        public async ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
            (await RequestAsync(message, cancellationToken)).Dispose();

        public async ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
        {
            var reply = new ArrayBufferWriter<byte>();
            if (handler is not null) await handler(new ReadOnlySequence<byte>(message), reply, cancellationToken);
            return Reply.Copy(onWire(reply.WrittenSpan.ToArray()));
        }

        public ValueTask FlushAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
