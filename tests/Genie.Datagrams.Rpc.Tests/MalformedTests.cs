using Genie.Datagrams.Rpc.Tests.Samples;
using Genie.Datagrams.Rpc.Wire;
using Xunit.Abstractions;

namespace Genie.Datagrams.Rpc.Tests;

/// <summary>What others may send, to either side. More of it: tests/Genie.Fuzzing.Tests.</summary>
public sealed class MalformedTests(ITestOutputHelper output)
{
    private const int Rounds = 1_000_000;

    private readonly int _seed = Seeds.Next(output);

    [Fact]
    public void Whatever_arrives_is_a_call_an_answer_or_refused()
    {
        var random = new Random(_seed);
        var pair = new FakePair(serverOptions: new RpcOptions { MaxPayloadBytes = 300 });
        var genuine = Genuine(pair);
        var arena = pair.Arena;
        arena.OnEcho = static (text, _) => text?.Length > 3 ? throw new InvalidOperationException("long") : ValueTask.FromResult(text);
        for (var i = 0; i < Rounds; i++)
        {
            var input = Input(random, genuine);
            try
            {
                ((IDatagramHandler)pair.Server).OnMessage(pair.Down, input, default);
                ((IDatagramHandler)pair.Client).OnMessage(pair.Up, input, default);
            }
            catch (Exception error)
            {
                throw new InvalidOperationException($"GENIE_SEED={_seed}, round {i}: {Convert.ToHexString(input)}", error);
            }

            arena.Calls.Clear();
            arena.Numbers.Clear();
            pair.Events.Hits.Clear();
        }

        // Neither all of it was taken nor all refused, and nothing is kept of it.
        var (server, client) = (pair.Accepted.GetStatistics(), pair.Connection.GetStatistics());
        Assert.True(server.RefusedMessages > Rounds / 10 && client.RefusedMessages > Rounds / 10 && client.LateAnswers > Rounds / 100, $"{server} {client}");
        Assert.True(arena.Shots.Count > 10, $"{arena.Shots.Count}");
        Assert.Equal((0, 0), (server.ServedCalls, client.CallsInFlight));
        Assert.Equal(0, pair.Down.Disconnects + pair.Up.Disconnects);
    }

    [Fact]
    public void Whatever_stands_in_a_handshake_is_judged_without_an_exception()
    {
        var random = new Random(_seed);
        var pair = new FakePair();
        var offer = RpcOffer.Write(pair.Client.Offer, "data"u8);
        var refusals = new HashSet<RpcRefusalKind?>();
        for (var i = 0; i < 100_000; i++)
        {
            var input = offer.AsSpan(0, random.Next(4) > 0 ? offer.Length : random.Next(offer.Length)).ToArray();
            for (var flips = random.Next(3); flips > 0 && input.Length > 0; flips--) input[random.Next(input.Length)] ^= (byte)(1 << random.Next(8));
            refusals.Add(pair.Server.Judge(input, out _)?.Kind);
            if (RpcRefusal.TryRead(input, out var refusal)) refusal.ToException(pair.Server.NameOf);
        }

        Assert.Equal(4, refusals.Count);
    }

    private static byte[] Input(Random random, byte[][] genuine)
    {
        if (random.Next(8) == 0)
        {
            var noise = new byte[random.Next(40)];
            random.NextBytes(noise);
            if (noise.Length > 0) noise[0] = (byte)random.Next(8);
            return noise;
        }

        var input = genuine[random.Next(genuine.Length)].ToArray();
        if (random.Next(4) == 0) input = input[..random.Next(input.Length + 1)];
        for (var flips = random.Next(4); flips > 0 && input.Length > 0; flips--) input[random.Next(input.Length)] ^= (byte)(1 << random.Next(8));
        return input;
    }

    private static byte[][] Genuine(FakePair pair)
    {
        pair.Hold();
        pair.Down.Sink = null;
        var (calls, events) = (pair.Calls, new PlayerEventsClient(pair.Accepted));
        calls.Move(new Position(1, 2));
        calls.Look(1, 2);
        calls.Tell("text", Medal.Gold);
        calls.Jump();
        _ = calls.Count(7).AsTask();
        Task[] requests =
        [
            calls.Shoot(new Shot(5, default, "bow")).AsTask(), calls.Scores([1, 2, 3]).AsTask(), calls.Echo("echo", default).AsTask(), calls.Session(Guid.NewGuid(), Medal.None).AsTask(),
            calls.Check(new Version(150, 0)).AsTask(), calls.Last().AsTask(),
        ];
        var sent = pair.Up.Sent.ToArray();
        pair.Deliver();
        events.Hit(1, 2);
        var asked = events.Ask("why", default).AsTask();
        sent = [.. sent, .. pair.Down.Sent, [RpcMessage.Cancel, 0, 0, 0, 0], [RpcMessage.Error, 0, 0, 0, 0, 1, 0, 0, 0, 0, 65], new byte[400]];
        while (pair.Down.Sent.TryDequeue(out var answer)) ((IDatagramHandler)pair.Client).OnMessage(pair.Up, answer, default);
        while (pair.Up.Sent.TryDequeue(out var answer)) ((IDatagramHandler)pair.Server).OnMessage(pair.Down, answer, default);
        Assert.All(requests.Append(asked), request => Assert.True(request.IsCompletedSuccessfully));
        (pair.Up.Sink, pair.Down.Sink) = (new RpcPeer(), new RpcPeer());
        (pair.Up.SinkConnection, pair.Down.SinkConnection) = (new FakeConnection(), new FakeConnection());
        return sent;
    }
}
