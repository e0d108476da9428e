using System.Buffers;
using Genie.Workload.Messages;
using Genie.Workload.Parties;

namespace Genie.Workload.Tests;

public sealed class PartyWorkloadOptionsTests
{
    private const int RequestCount = 20_000;

    [Theory]
    [InlineData(Stages.Transport)]
    [InlineData(Stages.Cdc)]
    public async Task Requests_of_many_sizes_are_answered_and_come_in_those_sizes(Stages stages)
    {
        var options = new PartyWorkloadOptions { Stages = stages, Seed = 42, Sizes = PayloadSizes.Parse("10..5000") };
        var (client, worker) = (new PartyWorkload(new NoGeocoder(), options), new PartyWorkload(new NoGeocoder(), options with { Sizes = PayloadSizes.Of(0) }));
        var lengths = new List<int>();
        for (var i = 0UL; i < 2000; i++)
        {
            var request = RequestOf(client, 3, i);
            lengths.Add(stages == Stages.Transport ? request.Length : PartyRequest.Parser.ParseFrom(request).Padding.Length);
            var answer = new ArrayBufferWriter<byte>();
            await worker.HandleAsync(new ReadOnlySequence<byte>(request), answer, CancellationToken.None);
            Assert.True(client.IsRightAnswer(3, i, answer.WrittenSpan), $"request {i}");
            Assert.False(client.IsRightAnswer(3, i + 1, answer.WrittenSpan), $"request {i}");
        }

        Assert.InRange(lengths.Min(), 10, 50);
        Assert.InRange(lengths.Max(), 4950, 5000);
        Assert.InRange(lengths.Average(), 2400, 2600);
    }

    [Fact]
    public void Given_messages_are_sent_in_their_order_again_and_again()
    {
        string[] given = ["one", "two", "three"];
        var workload = new PartyWorkload(new NoGeocoder(), new PartyWorkloadOptions { Stages = Stages.Transport, Messages = [.. given.Select(text => (ReadOnlyMemory<byte>)System.Text.Encoding.UTF8.GetBytes(text))] });
        for (var i = 0UL; i < 9; i++)
        {
            Assert.Equal(given[i % 3], System.Text.Encoding.UTF8.GetString(RequestOf(workload, 1, i)));
            Assert.True(workload.IsRightAnswer(1, i, RequestOf(workload, 1, i)));
            Assert.False(workload.IsRightAnswer(1, i, RequestOf(workload, 1, i + 1)));
        }
    }

    [Theory]
    [InlineData(1, 0.0)]
    [InlineData(10, 0.0)]
    [InlineData(100, 1.0)]
    [InlineData(PartyDirectory.Count, 1.5)]
    public void Requests_fall_on_as_many_parties_as_asked_for_by_Zipfs_law(int parties, double skew)
    {
        var workload = new PartyWorkload(new NoGeocoder(), new PartyWorkloadOptions { Stages = Stages.Cdc, Seed = 7, Parties = parties, Skew = skew });
        var counts = Enumerable.Range(0, RequestCount).CountBy(i => PartyRequest.Parser.ParseFrom(RequestOf(workload, 1, (ulong)i)).Party.PartyId)
            .ToDictionary(pair => pair.Key, pair => pair.Value / (double)RequestCount);
        var total = Enumerable.Range(1, parties).Sum(rank => Math.Pow(rank, -skew));
        Assert.True(counts.Count <= parties);
        foreach (var rank in Enumerable.Range(1, Math.Min(parties, 5)))
            Assert.InRange(counts[PartyDirectory.At(rank - 1).PartyId], 0.8 * Math.Pow(rank, -skew) / total, 1.2 * Math.Pow(rank, -skew) / total);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(PartyDirectory.Count + 1, 0)]
    [InlineData(1, -1)]
    [InlineData(1, double.NaN)]
    public void What_is_out_of_range_is_refused(int parties, double skew) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new PartyWorkload(new NoGeocoder(), new PartyWorkloadOptions { Parties = parties, Skew = skew }));

    private static byte[] RequestOf(PartyWorkload workload, uint sender, ulong sequence)
    {
        var request = new ArrayBufferWriter<byte>();
        workload.WriteRequest(sender, sequence, request);
        return request.WrittenSpan.ToArray();
    }
}
