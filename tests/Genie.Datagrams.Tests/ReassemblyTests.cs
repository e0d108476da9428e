using Genie.Datagrams.Protocol;
using Genie.Datagrams.Simulation;

namespace Genie.Datagrams.Tests;

public sealed class ReassemblyTests
{
    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    public void An_unreliable_message_that_was_never_complete_has_nothing_to_do_with_the_one_that_has_its_number_again(int fragments)
    {
        var peer = new RawPeer();
        peer.Send(Unreliable(5, 0, 2, (byte)'a'));
        for (var number = 6; number < 5 + (1 << 16); number++)
        {
            peer.Send([.. Unreliable((ushort)number, 0, 2, (byte)'x'), .. Unreliable((ushort)number, 1, 2, (byte)'x')]);
            if (number % 500 == 0) peer.Settle();
        }

        peer.Settle();
        Assert.Equal(ushort.MaxValue, peer.Server.Messages.Count);
        for (var index = 0; index < fragments; index++) peer.Send(Unreliable(5, index, fragments, (byte)'b'));
        peer.Settle();
        Assert.Empty(peer.Server.Disconnected);
        Assert.Equal(ushort.MaxValue + 1, peer.Server.Messages.Count);
        Assert.All(peer.Server.Messages.Last().Bytes, value => Assert.Equal((byte)'b', value));
    }

    [Fact]
    public void An_unreliable_message_whose_rest_does_not_come_for_seconds_is_dropped()
    {
        var peer = new RawPeer();
        peer.Send(Unreliable(5, 0, 2, (byte)'a'));
        for (var i = 0; i < 50; i++)
        {
            peer.Send([ControlFrame.Ping]);
            peer.Network.RunFor(TimeSpan.FromMilliseconds(100));
        }

        peer.Send(Unreliable(5, 1, 2, (byte)'b'));
        peer.Settle();
        Assert.Empty(peer.Server.Messages);
        peer.Send(Unreliable(5, 0, 2, (byte)'b'));
        peer.Settle();
        Assert.All(Assert.Single(peer.Server.Messages).Bytes, value => Assert.Equal((byte)'b', value));
    }

    [Fact]
    public void Fragments_are_put_in_their_order_whatever_order_they_come_in()
    {
        var peer = new RawPeer();
        var random = new Random(3);
        var message = new byte[(39 * PacketFormat.FragmentBytes) + 17];
        random.NextBytes(message);
        foreach (var mode in new[] { DeliveryMode.Unreliable, DeliveryMode.ReliableUnordered })
        {
            var order = Enumerable.Range(0, 40).ToArray();
            random.Shuffle(order);
            foreach (var index in order)
            {
                var part = message.AsSpan(index * PacketFormat.FragmentBytes)[..Math.Min(PacketFormat.FragmentBytes, message.Length - (index * PacketFormat.FragmentBytes))];
                var number = (ushort)(mode == DeliveryMode.Unreliable ? 5 : index);
                peer.Send(RawPeer.Fragment(mode, number, index, 40, part));
                peer.Send(RawPeer.Fragment(mode, number, index, 40, part));
            }

            peer.Settle();
        }

        Assert.Equal([message, message], peer.Server.Messages.Select(received => received.Bytes));
    }

    [Fact]
    public void A_message_takes_room_as_it_arrives_and_not_as_it_is_announced()
    {
        // Room for 400,000 bytes.
        var peer = new RawPeer(new DatagramOptions { MaxMessageBytes = 100_000, MaxReassemblyBytes = 100_000 });
        for (var number = 1; number <= 6; number++) peer.Send(Unreliable((ushort)number, 0, 200, (byte)'a'));
        for (var index = 1; index < 200; index++) peer.Send(Unreliable(6, index, 200, (byte)'a'));
        peer.Settle();
        Assert.Single(peer.Server.Messages);
    }

    [Fact]
    public void Reliable_messages_without_an_order_get_through_however_little_room_there_is()
    {
        var options = new DatagramOptions { MaxMessageBytes = 50_000, MaxReassemblyBytes = 1 };
        var pair = new SimulatedPair(NetworkConditions.Mobile with { Reordering = 0.2 }, seed: 5, options);
        for (var i = 0; i < 60; i++)
        {
            pair.Link.Send(new byte[50_000], DeliveryMode.ReliableUnordered);
            pair.Link.Send(new byte[50_000], DeliveryMode.ReliableOrdered, (byte)(i % 8));
        }

        Assert.True(pair.Network.RunUntil(() => pair.ServerHandler.Messages.Count == 120, TimeSpan.FromMinutes(5)), $"{pair.ServerHandler.Messages.Count} of 120, {pair.Ends}");
    }

    /// <summary>Messages that can never be complete would stay for as long as the connection.</summary>
    [Theory]
    [InlineData(new[] { 4, 0, 4, 5, 0, 4 })] // 5 is the second of four, and the first of others
    [InlineData(new[] { 3, 2, 4, 1, 2, 4 })] // two messages that would have frames in common
    [InlineData(new[] { 1, 2, 4 })] // it would have begun before the first frame of all
    public void Fragments_that_belong_to_two_messages_at_once_are_a_violation(int[] frames)
    {
        var peer = new RawPeer();
        foreach (var frame in frames.Chunk(3)) peer.Send(RawPeer.Fragment(DeliveryMode.ReliableUnordered, (ushort)frame[0], frame[1], frame[2], new byte[PacketFormat.FragmentBytes]));
        peer.Settle();
        Assert.Equal(DisconnectReason.ProtocolViolation, Assert.Single(peer.Server.Disconnected).Reason);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_whole_message_in_the_midst_of_another_is_a_violation(bool isFirst)
    {
        var peer = new RawPeer();
        byte[] whole = [(byte)DeliveryMode.ReliableUnordered, 2, 0, 1, 9];
        var fragment = RawPeer.Fragment(DeliveryMode.ReliableUnordered, 1, 0, 3, new byte[PacketFormat.FragmentBytes]);
        peer.Send(isFirst ? whole : fragment);
        peer.Send(isFirst ? fragment : whole);
        peer.Settle();
        Assert.Equal(DisconnectReason.ProtocolViolation, Assert.Single(peer.Server.Disconnected).Reason);
    }

    private static byte[] Unreliable(ushort number, int index, int count, byte value)
    {
        var payload = new byte[index < count - 1 ? PacketFormat.FragmentBytes : 2];
        payload.AsSpan().Fill(value);
        return RawPeer.Fragment(DeliveryMode.Unreliable, number, index, count, payload);
    }
}
