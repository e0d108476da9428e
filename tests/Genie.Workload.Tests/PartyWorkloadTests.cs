using System.Buffers;
using Genie.Geocoding;
using Genie.Workload.Avro;
using Genie.Workload.Messages;
using Google.Protobuf;
using Xunit.Abstractions;

namespace Genie.Workload.Tests;

public sealed class PartyWorkloadTests(ITestOutputHelper output)
{
    private static readonly EmbeddedGeocoder Geocoder = EmbeddedGeocoder.OpenDefault();

    public static TheoryData<Stages, int> Loads => new()
    {
        { Stages.Transport, 0 }, { Stages.Transport, 1 }, { Stages.Transport, 9 }, { Stages.Transport, 256 },
        { Stages.Cdc, 0 }, { Stages.Geocode, 0 }, { Stages.Full, 0 }, { Stages.Full, 2000 },
    };

    [Theory]
    [MemberData(nameof(Loads))]
    public async Task Every_answer_is_right_for_its_own_request_and_for_no_other(Stages stages, int payloadBytes)
    {
        var (client, worker) = (new PartyWorkload(stages, new NoGeocoder(), 42, payloadBytes), new PartyWorkload(stages, Geocoder, 42, payloadBytes));
        for (var i = 0UL; i < 5000; i++)
        {
            var sender = (uint)(i % 3);
            var answer = await AnswerAsync(worker, Request(client, sender, i));
            Assert.True(client.IsRightAnswer(sender, i, answer), $"request {i}");
            if (payloadBytes == 1) continue;
            Assert.False(client.IsRightAnswer(sender, i + 1, answer), $"request {i}");
            if (payloadBytes != 9) Assert.False(client.IsRightAnswer(sender + 1, i, answer), $"request {i}");
        }
    }

    [Fact]
    public void Requests_follow_from_seed_sender_and_sequence_alone()
    {
        var (first, second, other) = (Create(Stages.Full, 7), Create(Stages.Full, 7), Create(Stages.Full, 8));
        var requests = Enumerable.Range(0, 300).Select(i => Convert.ToHexString(Request(first, 1, (ulong)i))).ToArray();
        Assert.Equal(requests, Enumerable.Range(0, 300).Reverse().Select(i => Convert.ToHexString(Request(second, 1, (ulong)i))).Reverse());
        Assert.NotEqual(requests, Enumerable.Range(0, 300).Select(i => Convert.ToHexString(Request(other, 1, (ulong)i))));
        Assert.Equal(requests.Length, requests.Distinct().Count());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(256)]
    [InlineData(100_000)]
    public void A_transport_request_has_exactly_the_bytes_asked_for(int bytes) =>
        Assert.Equal(bytes, Request(new PartyWorkload(Stages.Transport, Geocoder, 1, bytes), 1, 2).Length);

    [Fact]
    public void A_padded_party_request_is_larger_by_the_bytes_asked_for()
    {
        var plain = Request(Create(Stages.Full, 1), 1, 2).Length;
        Assert.InRange(Request(new PartyWorkload(Stages.Full, Geocoder, 1, 5000), 1, 2).Length - plain, 5000, 5005);
    }

    [Fact]
    public async Task A_payload_of_ones_own_is_the_whole_request_of_transport_and_comes_back()
    {
        byte[] payload = [.. "{\"order\":17}"u8];
        var (client, worker) = (new PartyWorkload(Stages.Transport, new NoGeocoder(), 42, payload), Create(Stages.Transport, 42));
        var request = Request(client, 1, 2);
        Assert.Equal(payload, request);
        Assert.True(client.IsRightAnswer(1, 2, await AnswerAsync(worker, request)));
        Assert.False(client.IsRightAnswer(1, 2, "{\"order\":18}"u8));
        Assert.Throws<ArgumentOutOfRangeException>(() => new PartyWorkload(Stages.Transport, new NoGeocoder(), 42, ReadOnlyMemory<byte>.Empty));
    }

    [Fact]
    public async Task A_payload_of_ones_own_is_added_to_a_party_request()
    {
        byte[] payload = [.. Enumerable.Range(0, 3000).Select(i => (byte)i)];
        var (client, worker) = (new PartyWorkload(Stages.Full, new NoGeocoder(), 42, payload), Create(Stages.Full, 42));
        var request = Request(client, 1, 2);
        Assert.True(request.AsSpan().IndexOf(payload) > 0);
        Assert.True(client.IsRightAnswer(1, 2, await AnswerAsync(worker, request)));
    }

    [Fact]
    public async Task A_request_may_lie_in_pieces()
    {
        var workload = Create(Stages.Full, 1);
        var request = Request(workload, 5, 6);
        for (var cut = 1; cut < request.Length; cut += 37)
        {
            var answer = new ArrayBufferWriter<byte>();
            await workload.HandleAsync(Pieces.Of(request, cut), answer, CancellationToken.None);
            Assert.True(workload.IsRightAnswer(5, 6, answer.WrittenSpan));
        }
    }

    [Fact]
    public async Task A_geocoder_that_has_to_wait_gives_the_same_answers()
    {
        var workload = new PartyWorkload(Stages.Full, new WaitingGeocoder(Geocoder), 3, 0);
        var answers = await Task.WhenAll(Enumerable.Range(0, 200).Select(async i => (i, await AnswerAsync(workload, Request(workload, 1, (ulong)i)))));
        Assert.All(answers, pair => Assert.True(workload.IsRightAnswer(1, (ulong)pair.i, pair.Item2)));
    }

    [Theory]
    [InlineData(Stages.Geocode)]
    [InlineData(Stages.Full)]
    public async Task A_wrong_place_is_seen(Stages stages)
    {
        var workload = new PartyWorkload(stages, new ShiftedGeocoder(Geocoder), 3, 0);
        for (var i = 0UL; i < 200; i++) Assert.False(workload.IsRightAnswer(1, i, await AnswerAsync(workload, Request(workload, 1, i))));
    }

    [Fact]
    public async Task An_unknown_party_is_new_in_all_it_holds()
    {
        var workload = Create(Stages.Full, 1);
        var request = PartyRequest.Parser.ParseFrom(Request(workload, 1, 1));
        request.Party.PartyId = "nobody";
        var answer = new AvroAnswerCodec().Read(await AnswerAsync(workload, request.ToByteArray()));
        Assert.Contains(answer.Changes, change => change is { Path: "addresses[home].coordinate.latitude", Before.Kind: Workload.Changes.ValueKind.Absent });
        Assert.True(answer.Changes.Count > 50);
    }

    [Fact]
    public async Task What_is_no_request_is_refused_and_counted()
    {
        var workload = Create(Stages.Full, 1);
        byte[][] malformed =
        [
            [0xFF], [0x1A, 0x05, 0x00], [], new PartyRequest { Sender = 1 }.ToByteArray(), new PartyRequest { Party = new Party() }.ToByteArray(),
            new PartyRequest { Party = new Party { PrimaryAddressId = "a", Addresses = { new Address { AddressId = "a" } } } }.ToByteArray(),
        ];
        foreach (var bytes in malformed)
        {
            var answer = workload.HandleAsync(new ReadOnlySequence<byte>(bytes), new ArrayBufferWriter<byte>(), CancellationToken.None);
            await Assert.ThrowsAsync<MalformedRequestException>(async () => await answer);
        }

        Assert.Equal(malformed.Length, workload.MalformedRequests);
        Assert.True(workload.IsRightAnswer(1, 1, await AnswerAsync(workload, Request(workload, 1, 1))));
    }

    [Theory]
    [InlineData(double.NaN, 0)]
    [InlineData(91, 0)]
    [InlineData(0, double.PositiveInfinity)]
    public async Task A_coordinate_off_the_Earth_is_answered_as_such(double latitude, double longitude)
    {
        var workload = Create(Stages.Full, 1);
        var request = PartyRequest.Parser.ParseFrom(Request(workload, 1, 1));
        request.Party.Addresses[0].Coordinate = new Coordinate { Latitude = latitude, Longitude = longitude };
        Assert.Equal(LookupStatus.InvalidCoordinate, new AvroAnswerCodec().Read(await AnswerAsync(workload, request.ToByteArray())).Status);
    }

    [Theory]
    [InlineData(Stages.Cdc)]
    [InlineData(Stages.Geocode)]
    [InlineData(Stages.Full)]
    public async Task Damaged_requests_are_answered_or_refused_and_damaged_answers_are_never_right(Stages stages)
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var workload = Create(stages, seed);
        long refused = 0;
        for (var i = 0UL; i < 20_000; i++)
        {
            try
            {
                await AnswerAsync(workload, Damage.Of(Request(workload, 1, i), random));
            }
            catch (MalformedRequestException)
            {
                refused++;
            }

            var answer = await AnswerAsync(workload, Request(workload, 1, i));
            var damaged = Damage.Of(answer, random);
            if (workload.IsRightAnswer(1, i, damaged)) Assert.Equal(Essence(stages, answer), Essence(stages, damaged));
        }

        Assert.Equal(refused, workload.MalformedRequests);
        Assert.InRange(refused, 1, 19_999);
    }

    [Fact]
    public async Task Many_threads_share_one_workload()
    {
        var workload = Create(Stages.Full, 5);
        await Task.WhenAll(Enumerable.Range(0, 8).Select(thread => Task.Run(async () =>
        {
            for (var i = 0UL; i < 2000; i++)
                Assert.True(workload.IsRightAnswer((uint)thread, i, await AnswerAsync(workload, Request(workload, (uint)thread, i))));
        })));
    }

    // What a client checks: the names of places are not part of it, and protobuf has several forms of one message, so a
    // damaged answer may still say the same.
    private static string Essence(Stages stages, byte[] answer)
    {
        if (stages == Stages.Full)
        {
            var read = new AvroAnswerCodec().Read(answer);
            return $"{read.Sender} {read.Sequence} {read.PartyId} {read.Status} {read.Country?.Code} {read.Division?.Code} {read.County?.Code} {string.Join(',', read.Changes)}";
        }

        var reply = PartyReply.Parser.ParseFrom(answer);
        return $"{reply.Sender} {reply.Sequence} " + (stages == Stages.Cdc ? $"{reply.Changes} {reply.ChangedPaths}" : $"{reply.CountryCode} {reply.DivisionCode} {reply.CountyCode}");
    }

    private static PartyWorkload Create(Stages stages, long seed) => new(stages, Geocoder, seed, 0);

    private static byte[] Request(PartyWorkload workload, uint sender, ulong sequence)
    {
        var request = new ArrayBufferWriter<byte>();
        workload.WriteRequest(sender, sequence, request);
        return request.WrittenSpan.ToArray();
    }

    private static async Task<byte[]> AnswerAsync(PartyWorkload workload, byte[] request)
    {
        var answer = new ArrayBufferWriter<byte>();
        await workload.HandleAsync(new ReadOnlySequence<byte>(request), answer, CancellationToken.None);
        return answer.WrittenSpan.ToArray();
    }
}
