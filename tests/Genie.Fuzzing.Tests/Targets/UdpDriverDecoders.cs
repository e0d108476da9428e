using System.Text;
using Genie.Brokers.Udp;
using Genie.Brokers.Udp.Chunks;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>What the other side of a link over UDP says: nothing throws, and no more is kept than was announced.</summary>
internal static class UdpDriverDecoders
{
    /// <summary>The handshake data of a client.</summary>
    public static Decoder Hello() => new()
    {
        Genuine = [UdpHello.Of("channel"), UdpHello.Of("")],
        Pieces = [Encoding.ASCII.GetBytes("genie-broker/1 ")],
        Decode = (input, _) => UdpHello.TryRead(input, out var channel) ? $"channel {Math.Min(channel.Length, 20)}" : "none",
    };

    /// <summary>Messages of a link, each a lane, a length and its bytes.</summary>
    public static Decoder Chunks() => new()
    {
        Genuine =
        [
            [0, 3, 1, 2, 3, 1, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 4, 5, 2, 8, 0, 0, 0, 0, 0, 0, 0, 5],
            [2, 8, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 1, 2],
            [1, 8, 127, 255, 255, 255, 255, 255, 255, 255],
        ],
        Pieces = [[1, 8], [2, 8], [0, 1, 7]],
        Decode = (input, random) =>
        {
            var carrier = new Carrier();
            using var stream = new ChunkStream(carrier, ChunkStream.WindowBytesMin);
            stream.Open();
            var (read, writes) = (0, "");
            Task<int>? reading = null;
            var buffer = new byte[256];
            for (var at = 0; at + 2 <= input.Length && !carrier.IsEnded;)
            {
                var length = Math.Min(input[at + 1], input.Length - at - 2);
                stream.Receive(input.AsSpan(at + 2, length), (ChunkLane)input[at]);
                at += 2 + length;
                if (random.Next(2) == 0) read += Read(stream, buffer, ref reading);
            }

            read += Read(stream, buffer, ref reading);
            if (!carrier.IsEnded && MayWrite(stream)) writes = "writes";
            return $"{(carrier.IsEnded ? "ended" : "open")} {Math.Min(read, 8)} {writes}";
        },
    };

    /// <summary>One at a time, as the stream has it: one that waits is looked at again.</summary>
    private static int Read(ChunkStream stream, byte[] buffer, ref Task<int>? reading)
    {
        reading ??= stream.ReadAsync(buffer).AsTask();
        if (!reading.IsCompleted) return 0;
        var read = reading.IsCompletedSuccessfully ? reading.Result : 0;
        _ = reading.Exception;
        reading = null;
        return read;
    }

    private static bool MayWrite(ChunkStream stream)
    {
        var writing = stream.WriteAsync(new byte[1]);
        if (writing.IsCompletedSuccessfully) return true;
        _ = writing.AsTask().ContinueWith(static task => _ = task.Exception, TaskScheduler.Default);
        return false;
    }

    private sealed class Carrier : IChunkCarrier
    {
        public bool IsEnded { get; private set; }

        public void Send(ReadOnlySpan<byte> message, ChunkLane lane)
        {
        }

        public void End() => IsEnded = true;
    }
}
