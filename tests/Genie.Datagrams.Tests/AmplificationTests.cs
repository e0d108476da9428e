using System.Net;
using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Tests;

/// <summary>RFC 9000, section 8: no more than three times what came from an address that has not shown that it receives.</summary>
public sealed class AmplificationTests
{
    private const int HeaderBytes = 28;
    private static readonly IPEndPoint Stranger = new(IPAddress.Parse("10.9.9.9"), 5_000);

    [Theory]
    [InlineData(131)]
    [InlineData(1)]
    [InlineData(0)]
    public void Path_challenges_are_not_amplified(int challenges)
    {
        var peer = new RawPeer();
        byte[] frames = [ControlFrame.Ping, .. Enumerable.Range(0, challenges).SelectMany(index => Challenge((ulong)index))];
        var sent = peer.Send(frames, Stranger);
        peer.Settle();
        var answers = peer.Answers.Where(answer => answer.To == DatagramAddress.From(Stranger)).ToList();
        Assert.InRange(answers.Count, 1, 2);
        Assert.InRange(answers.Sum(answer => answer.Datagram.Length), 1, 3 * sent);
        Assert.InRange(answers.Sum(answer => answer.Datagram.Length + HeaderBytes), 1, 3 * (sent + HeaderBytes));

        // The last one of the packet is answered.
        if (challenges > 0) Assert.Contains(answers, answer => answer.Datagram.AsSpan().EndsWith(BitConverter.GetBytes((ulong)challenges - 1)));
    }

    [Fact]
    public void Answers_to_path_challenges_do_not_make_what_is_kept_of_sent_packets_grow()
    {
        var peer = new RawPeer();
        peer.Accepted.Send([1], DeliveryMode.ReliableOrdered);
        for (var i = 0; i < 10_000; i++) peer.Send(Challenge((ulong)i), Stranger);
        peer.Settle();
        Assert.InRange(peer.Answers.Count, 1, Reliability.SentPackets.MaxOutstanding + 8);
        Assert.Empty(peer.Server.Disconnected);
    }

    private static byte[] Challenge(ulong token) => [ControlFrame.PathChallenge, .. BitConverter.GetBytes(token)];
}
