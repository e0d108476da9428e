using CsCheck;

namespace Genie.Rpc.Quic.Tests.Wire;

public sealed class FrameTests
{
    [Theory]
    [InlineData(0, "00")]
    [InlineData(37, "25")]
    [InlineData(15293, "7bbd")]
    [InlineData(494878333, "9d7f3e7d")]
    [InlineData(151288809941952652, "c2197c5eff14e88c")]
    public void Integers_are_those_of_the_specifications_examples(long value, string bytes)
    {
        Span<byte> written = stackalloc byte[8];
        var count = VariableInteger.Write(written, value);
        Assert.Equal(bytes, Convert.ToHexStringLower(written[..count]));
        Assert.True(VariableInteger.TryRead(written[..count], out var read, out var readBytes));
        Assert.Equal((value, count), (read, readBytes));
        Assert.False(VariableInteger.TryRead(written[..(count - 1)], out _, out _));
    }

    [Fact]
    public void Heads_are_read_as_they_were_written() => Gen.Select(Gen.UShort, Gen.Int[0, 4], Gen.Int[0, 100_000], Gen.String.Array[0, 5], Gen.Byte.Array).Sample((function, kind, timeout, texts, argument) =>
    {
        using var writer = new FrameWriter(1 << 20);
        var metadata = new QuicRpcMetadata(texts.Select(text => new KeyValuePair<string, string>("key", Sound(text))));
        CallHead.Begin(writer, function, (CallKind)kind, timeout == 0 ? null : TimeSpan.FromMilliseconds(timeout), metadata, argument.Length > 0);
        argument.CopyTo(writer.GetSpan(Math.Max(1, argument.Length)));
        writer.Advance(argument.Length);
        writer.End();
        var head = CallHead.Read(writer.Written[5..]);

        Assert.Equal((function, (CallKind)kind, timeout), (head.Function, head.Kind, (int)(head.Timeout?.TotalMilliseconds ?? 0)));
        Assert.Equal(metadata, head.Metadata);
        Assert.Equal(argument, head.Argument.ToArray());
    });

    [Fact]
    public void Frames_are_read_whole_however_they_arrive() => Gen.Select(Gen.Byte.Array[0, 300].Array[1, 10], Gen.Int[1, 50]).Sample((bodies, step) =>
    {
        using var writer = new FrameWriter(1 << 20);
        foreach (var body in bodies)
        {
            writer.Begin(FrameType.Item);
            body.CopyTo(writer.GetSpan(Math.Max(1, body.Length)));
            writer.Advance(body.Length);
            writer.End();
        }

        using var reader = new FrameReader(new InSteps(writer.Written.ToArray(), step), 1 << 20);
        foreach (var body in bodies) Assert.Equal(body, reader.ReadAsync().AsTask().GetAwaiter().GetResult()!.Value.Body.ToArray());
        Assert.Null(reader.ReadAsync().AsTask().GetAwaiter().GetResult());
    });

    [Fact]
    public void Whatever_arrives_is_a_frame_or_an_error_of_ours() => Gen.Byte.Array[0, 200].Sample(bytes =>
    {
        using var reader = new FrameReader(new InSteps(bytes, 7), 100);
        try
        {
            while (reader.ReadAsync().AsTask().GetAwaiter().GetResult() is { } frame)
            {
                if (frame.Type == FrameType.Call) CallHead.Read(frame.Body);
                if (frame.Type == FrameType.Error) ErrorBody.Read(frame.Body);
            }
        }
        catch (QuicRpcException)
        {
            // As it should.
        }
    });

    [Fact]
    public async Task Nothing_is_read_beyond_the_frame_when_what_follows_is_the_applications()
    {
        using var stream = new InSteps([(byte)FrameType.Accepted, 0x80, 0, 0, 0, 1, 2, 3], 100);
        using var reader = new FrameReader(stream, 100);
        Assert.Equal(FrameType.Accepted, (await reader.ReadExactlyAsync(CancellationToken.None))!.Value.Type);
        Assert.Equal(5, stream.Position);
    }

    // A lone surrogate has no UTF-8.
    private static string Sound(string text) => System.Text.Encoding.UTF8.GetString(System.Text.Encoding.UTF8.GetBytes(text));

    private sealed class InSteps(byte[] bytes, int step) : MemoryStream(bytes)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(step, buffer.Length)], cancellationToken);
    }
}
