using System.Buffers;
using System.Buffers.Binary;
using CsCheck;
using Genie.Brokers.Envelopes;

namespace Genie.Messaging.Tests;

public sealed class MessageFormatTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 1, 12, 30, 15, 123, 456, TimeSpan.Zero);

    private static readonly Gen<Message> Messages = Gen.Select(
        Gen.Byte.Array[0, 2000],
        Gen.String[0, 40],
        Gen.String[0, 40],
        Gen.Dictionary(Gen.String[Gen.Char[(char)0x21, (char)0x60], 1, 20], Gen.String[0, 100])[0, 6],
        (body, id, key, headers) => new Message(body) { Id = WellFormed(id), Key = WellFormed(key), Headers = headers.ToDictionary(header => header.Key, header => WellFormed(header.Value)) });

    [Fact]
    public void What_is_written_is_read() => Messages.Sample(message =>
    {
        var content = MessageFormat.Read(Write(message, message.Id, awaitsAnswer: true));
        Assert.Equal(message.Body.ToArray(), content.Message.Body.ToArray());
        Assert.Equal((message.Id, message.Key), (content.Message.Id, content.Message.Key));
        Assert.Equal(message.Headers.OrderBy(header => header.Key, StringComparer.Ordinal), content.Message.Headers.OrderBy(header => header.Key, StringComparer.Ordinal));
        Assert.Equal(Now, content.SentAt);
        Assert.Equal(AnswerForm.Envelope, content.Answer);
    });

    [Fact]
    public void Changed_bytes_are_read_or_refused_and_nothing_else() => Gen.Select(Messages, Gen.Int[0, 60], Gen.Byte, Gen.Int[0, 40]).Sample((message, at, value, cut) =>
    {
        var bytes = Write(message, "id", awaitsAnswer: false);
        if (at < bytes.Length) bytes[at] = value;
        try
        {
            MessageFormat.Read(bytes.AsMemory(0, Math.Max(0, bytes.Length - cut)));
        }
        catch (MessagingException error)
        {
            Assert.False(error.IsTransient);
        }
    });

    [Fact]
    public void What_came_from_elsewhere_is_a_body()
    {
        var content = MessageFormat.Read("{\"a\":1}"u8.ToArray());

        Assert.Equal("{\"a\":1}"u8.ToArray(), content.Message.Body.ToArray());
        Assert.Equal(("", 0, null), (content.Message.Id, content.Message.Headers.Count, content.SentAt));
    }

    [Theory]
    [InlineData(-62_135_596_800_000_001, false)]
    [InlineData(-62_135_596_800_000_000, true)]
    [InlineData(253_402_300_799_999_999, true)]
    [InlineData(253_402_300_800_000_000, false)]
    [InlineData(long.MaxValue, false)]
    public void A_time_is_read_up_to_the_last_there_is(long microseconds, bool isTime)
    {
        var bytes = Write(new Message("x"u8.ToArray()), "id", awaitsAnswer: false);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(9), microseconds);
        if (isTime) Assert.Equal(microseconds, (MessageFormat.Read(bytes).SentAt!.Value - DateTimeOffset.UnixEpoch).Ticks / 10);
        else Assert.Throws<MessagingException>(() => MessageFormat.Read(bytes));
    }

    [Fact]
    public void The_key_is_found_without_the_rest()
    {
        var bytes = Write(new Message("x"u8.ToArray()) { Key = "order-7" }, "id", awaitsAnswer: false);

        Assert.Equal("order-7"u8.ToArray(), MessageEnvelope.KeyOf(bytes).ToArray());
        Assert.Empty(MessageEnvelope.KeyOf("no envelope"u8).ToArray());
    }

    [Theory]
    [InlineData("")]
    [InlineData("two words")]
    [InlineData("line\nbreak")]
    [InlineData("größe")]
    public void A_header_needs_a_name_of_visible_characters(string name)
    {
        var message = new Message(default(ReadOnlyMemory<byte>)) { Headers = new Dictionary<string, string> { [name] = "value" } };

        Assert.Throws<MessagingException>(() => Write(message, "id", awaitsAnswer: false));
    }

    [Fact]
    public void Too_many_headers_are_refused()
    {
        var message = new Message(default(ReadOnlyMemory<byte>)) { Headers = new Dictionary<string, string> { ["a"] = new('x', 40_000), ["b"] = new('y', 40_000) } };

        Assert.Contains("65,536", Assert.Throws<MessagingException>(() => Write(message, "id", awaitsAnswer: false)).Message, StringComparison.Ordinal);
    }

    private static byte[] Write(Message message, string id, bool awaitsAnswer)
    {
        var output = new ArrayBufferWriter<byte>();
        MessageFormat.Write(output, message, id, awaitsAnswer, Now);
        return output.WrittenSpan.ToArray();
    }

    // Lone surrogates have no UTF-8.
    private static string WellFormed(string text) => new([.. text.Where(character => !char.IsSurrogate(character))]);
}
