using Genie.Benchmarks.Load.Games.Transports.Grains;

namespace Genie.Benchmarks.Tests.Load.Games.Transports;

public sealed class OrderedInboxTests
{
    [Fact]
    public void Messages_come_out_in_order_and_once_in_whatever_order_they_come()
    {
        var seed = Random.Shared.Next();
        var numbers = Enumerable.Range(1, 200).Select(static number => (uint)number).Concat([7u, 100u, 200u]).ToArray();
        new Random(seed).Shuffle(numbers);
        var (inbox, seen) = (new OrderedInbox(), new List<byte>());

        foreach (var number in numbers) inbox.Take(number, [(byte)number], message => seen.Add(message[0]));

        Assert.True(seen.SequenceEqual(Enumerable.Range(1, 200).Select(static number => (byte)number)), $"seed {seed}: {string.Join(' ', seen)}");
    }

    [Fact]
    public void Nothing_overtakes_one_that_is_missing()
    {
        var (inbox, seen) = (new OrderedInbox(), new List<byte>());

        foreach (var number in (byte[])[1, 3, 4]) inbox.Take(number, [number], message => seen.Add(message[0]));

        Assert.Equal([1], seen);
    }
}
