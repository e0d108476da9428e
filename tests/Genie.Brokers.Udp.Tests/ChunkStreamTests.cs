using Genie.Brokers.Udp.Chunks;

namespace Genie.Brokers.Udp.Tests;

/// <summary>The stream over messages, on a transport in memory.</summary>
public sealed class ChunkStreamTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly Wire _toRight = new();
    private readonly Wire _toLeft = new();
    private readonly ChunkStream _left;
    private readonly ChunkStream _right;

    public ChunkStreamTests()
    {
        _left = new ChunkStream(_toRight, ChunkStream.WindowBytesMin);
        _right = new ChunkStream(_toLeft, ChunkStream.WindowBytesMin);
        (_toRight.Receiver, _toLeft.Receiver) = (_right, _left);
        _left.Open();
        _right.Open();
    }

    public void Dispose()
    {
        _left.Dispose();
        _right.Dispose();
    }

    [Fact]
    public async Task What_is_written_is_read_in_its_order_and_unchanged_however_it_is_cut()
    {
        var seed = Random.Shared.Next();
        var random = new Random(seed);
        var sent = new byte[20 * ChunkStream.WindowBytesMin];
        random.NextBytes(sent);
        var writing = Task.Run(async () =>
        {
            for (var at = 0; at < sent.Length;)
            {
                var length = Math.Min(sent.Length - at, 1 + random.Next(2 * ChunkStream.ChunkBytes));
                await _left.WriteAsync(sent.AsMemory(at, length));
                at += length;
            }

            _left.CompleteWrites();
        });

        var received = new MemoryStream();
        await _right.CopyToAsync(received).WaitAsync(Limit);
        await writing.WaitAsync(Limit);
        Assert.True(sent.AsSpan().SequenceEqual(received.ToArray()), $"seed {seed}");
    }

    [Fact]
    public async Task An_empty_message_after_the_end_is_nothing()
    {
        _right.Receive([7], ChunkLane.Bytes);
        _right.Receive([0, 0, 0, 0, 0, 0, 0, 1], ChunkLane.End);
        _right.Receive([], ChunkLane.Bytes);
        var received = new MemoryStream();
        await _right.CopyToAsync(received).WaitAsync(Limit);
        Assert.Equal([7], received.ToArray());
    }

    [Fact]
    public async Task A_writer_waits_for_the_reader_when_it_is_a_window_ahead()
    {
        await _left.WriteAsync(new byte[ChunkStream.WindowBytesMin]).AsTask().WaitAsync(Limit);
        var beyond = _left.WriteAsync(new byte[1]).AsTask();
        Assert.False(beyond.IsCompleted);
        await _right.ReadAtLeastAsync(new byte[ChunkStream.WindowBytesMin], ChunkStream.WindowBytesMin).AsTask().WaitAsync(Limit);
        await beyond.WaitAsync(Limit);
    }

    [Fact]
    public async Task More_than_was_allowed_ends_the_connection()
    {
        _right.Receive(new byte[ChunkStream.WindowBytesMin + 1], ChunkLane.Bytes);
        await Assert.ThrowsAsync<BrokerProtocolException>(async () => await _right.ReadExactlyAsync(new byte[1]));
        Assert.True(_toLeft.HasEnded);
    }

    [Fact]
    public void Bytes_behind_the_end_end_the_connection()
    {
        _left.CompleteWrites();
        _right.Receive(new byte[1], ChunkLane.Bytes);
        Assert.True(_toLeft.HasEnded);
    }

    [Fact]
    public async Task A_message_of_another_lane_ends_the_connection()
    {
        _right.Receive(new byte[1], (ChunkLane)3);
        await Assert.ThrowsAsync<BrokerProtocolException>(async () => await _right.ReadExactlyAsync(new byte[1]));
    }

    [Fact]
    public async Task A_writer_that_waits_is_told_of_the_end()
    {
        await _left.WriteAsync(new byte[ChunkStream.WindowBytesMin]);
        var beyond = _left.WriteAsync(new byte[1]).AsTask();
        _left.Fail(new LinkLostException("udp", "gone"));
        await Assert.ThrowsAsync<LinkLostException>(() => beyond.WaitAsync(Limit));
    }

    [Fact]
    public async Task What_prevents_a_connection_is_told_who_opens_it()
    {
        using var stream = new ChunkStream(new Wire(), ChunkStream.WindowBytesMin);
        stream.Fail(new BrokerUnreachableException("udp", "127.0.0.1", 1));
        Assert.IsType<BrokerUnreachableException>(await stream.Opened.WaitAsync(Limit));
    }

    private sealed class Wire : IChunkCarrier
    {
        private readonly Lock _lock = new();

        public ChunkStream? Receiver { get; set; }

        public bool HasEnded { get; private set; }

        public void Send(ReadOnlySpan<byte> message, ChunkLane lane)
        {
            lock (_lock) Receiver?.Receive(message, lane);
        }

        public void End() => HasEnded = true;
    }
}
