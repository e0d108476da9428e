using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using Genie.Brokers.Frame;
using Genie.Brokers.Instrumentation;
using Genie.Testing;

namespace Genie.Brokers.Tests.Instrumentation;

public sealed class TraceContextPrefixTests
{
    private const int Rounds = 300;
    private static readonly byte[] Body = "apples"u8.ToArray();

    private static readonly ActivityContext Context = new(
        ActivityTraceId.CreateFromString("0af7651916cd43dd8448eb211c80319c"), ActivitySpanId.CreateFromString("b7ad6b7169203331"), ActivityTraceFlags.Recorded, "a=1");

    [Fact]
    public void The_bytes_are_those_of_the_documentation()
    {
        var message = Prefixed(Context, Body);
        Assert.Equal("FE475443" + "01" + "0027" + "0AF7651916CD43DD8448EB211C80319C" + "B7AD6B7169203331" + "01" + "613D31", Convert.ToHexString(message.AsSpan(0, 35)));
        Assert.Equal(Crc32C.Compute(message.AsSpan(0, 35)), BinaryPrimitives.ReadUInt32BigEndian(message.AsSpan(35)));
        Assert.Equal(Body, message[39..]);
    }

    [Fact]
    public void What_is_written_is_read_in_whatever_segments_it_arrives()
    {
        var random = new Random(11);
        for (var round = 0; round < Rounds; round++)
        {
            var state = string.Join(',', Enumerable.Range(0, random.Next(30)).Select(member => $"k{member}={new string('v', random.Next(10))}"));
            var sent = new ActivityContext(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), (ActivityTraceFlags)random.Next(2), state.Length == 0 ? null : state);
            var body = new byte[random.Next(100)];
            random.NextBytes(body);
            var rest = TraceContextPrefix.Read(Segments.Cut(Prefixed(sent, body), random), out var read);
            Assert.Equal(body, rest.ToArray());
            Assert.Equal((sent.TraceId, sent.SpanId, sent.TraceFlags, sent.TraceState), (read.TraceId, read.SpanId, read.TraceFlags, read.TraceState));
            Assert.True(read.IsRemote);
        }
    }

    [Fact]
    public void A_message_with_any_byte_of_its_prefix_changed_or_cut_is_one_without_a_prefix()
    {
        var message = Prefixed(Context, []);
        for (var at = 0; at < message.Length; at++)
        {
            var changed = (byte[])message.Clone();
            changed[at] ^= 0x10;
            ExpectNone(changed);
            ExpectNone(message[..at]);
        }
    }

    [Fact]
    public void A_prefix_of_a_later_version_is_taken_off_and_not_read()
    {
        foreach (var length in new[] { 11, 36, 1024 })
        {
            var message = OfVersion(2, length);
            Assert.Equal(Body, TraceContextPrefix.Read(new ReadOnlySequence<byte>(message), out var context).ToArray());
            Assert.Equal(default, context);
        }

        ExpectNone(OfVersion(2, 1025));
        ExpectNone(OfVersion(1, 35));
        ExpectNone(OfVersion(1, 549));
    }

    [Fact]
    public void A_message_that_begins_like_a_prefix_gets_one_without_a_context()
    {
        var message = Prefixed(Context, Body);
        Assert.True(TraceContextPrefix.IsNeeded(default, message));
        Assert.False(TraceContextPrefix.IsNeeded(default, Body));
        Assert.False(TraceContextPrefix.IsNeeded(default, []));
        var escaped = TraceContextPrefix.Read(new ReadOnlySequence<byte>(Prefixed(default, message)), out var context);
        Assert.Equal(message, escaped.ToArray());
        Assert.Equal(default, context);
    }

    [Fact]
    public void A_list_that_is_too_long_loses_long_members_first_and_then_the_last()
    {
        var members = Enumerable.Range(0, 60).Select(member => $"k{member:00}={new string('v', 6)}").ToList();
        members.Insert(3, "long=" + new string('v', 200));
        var read = ReadState(string.Join(',', members));
        members.RemoveAt(3);
        Assert.Equal(string.Join(',', members.Take(46)), read);
        Assert.Null(ReadState("long=" + new string('v', 600)));
        Assert.Equal(new string('v', 512), ReadState(new string('v', 512)));
        Assert.Null(ReadState("a=é"));
    }

    private static string? ReadState(string state)
    {
        TraceContextPrefix.Read(new ReadOnlySequence<byte>(Prefixed(new ActivityContext(Context.TraceId, Context.SpanId, Context.TraceFlags, state), Body)), out var context);
        Assert.Equal(Context.SpanId, context.SpanId);
        return context.TraceState;
    }

    private static void ExpectNone(byte[] message)
    {
        Assert.Equal(message, TraceContextPrefix.Read(new ReadOnlySequence<byte>(message), out var context).ToArray());
        Assert.Equal(default, context);
    }

    private static byte[] OfVersion(byte version, int length)
    {
        var prefix = new byte[length];
        BinaryPrimitives.WriteUInt32BigEndian(prefix, 0xFE475443);
        prefix[4] = version;
        BinaryPrimitives.WriteUInt16BigEndian(prefix.AsSpan(5), (ushort)length);
        BinaryPrimitives.WriteUInt32BigEndian(prefix.AsSpan(length - 4), Crc32C.Compute(prefix.AsSpan(0, length - 4)));
        return [.. prefix, .. Body];
    }

    private static byte[] Prefixed(in ActivityContext context, byte[] body)
    {
        var bytes = new byte[TraceContextPrefix.BytesMax];
        return [.. bytes[..TraceContextPrefix.Write(bytes, context)], .. body];
    }
}
