using Genie.Datagrams;
using Genie.Datagrams.Rpc.Tests;
using Genie.Datagrams.Rpc.Tests.Samples;
using Genie.Datagrams.Rpc.Wire;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>What the other side of a connection says with Genie.Datagrams.Rpc: both sides take all of it, and nothing throws.</summary>
internal static class DatagramRpcDecoders
{
    /// <summary>A call or an answer.</summary>
    public static Decoder Message()
    {
        var pair = new FakePair();
        var genuine = Genuine(pair);
        (pair.Up.Sink, pair.Down.Sink) = (null, null);
        return new Decoder
        {
            Genuine = genuine,
            Pieces = [[RpcMessage.OneWay], [RpcMessage.Request], [RpcMessage.Result], [RpcMessage.Error], [RpcMessage.Cancel]],
            Decode = (input, _) =>
            {
                var (before, refused, late) = (pair.Accepted.GetStatistics().RefusedMessages, pair.Connection.GetStatistics().RefusedMessages, pair.Connection.GetStatistics().LateAnswers);
                ((IDatagramHandler)pair.Server).OnMessage(pair.Down, input, default);
                ((IDatagramHandler)pair.Client).OnMessage(pair.Up, input, default);
                pair.Arena.Calls.Clear();
                pair.Arena.Numbers.Clear();
                pair.Arena.Shots.Clear();
                pair.Events.Hits.Clear();
                var answers = pair.Down.Sent.Concat(pair.Up.Sent).Select(answer => answer[0] == RpcMessage.Error ? $"error {answer[5]}" : $"{answer[0]}").ToList();
                pair.Down.Sent.Clear();
                pair.Up.Sent.Clear();
                return $"{pair.Accepted.GetStatistics().RefusedMessages > before} {pair.Connection.GetStatistics().RefusedMessages > refused} {pair.Connection.GetStatistics().LateAnswers > late} {Decoder.Kinds(answers)}";
            },
        };
    }

    /// <summary>Handshake data.</summary>
    public static Decoder Handshake()
    {
        var pair = new FakePair();
        return new Decoder
        {
            Genuine = [RpcOffer.Write(pair.Client.Offer, "data"u8), RpcOffer.Write([], default), RpcOffer.Write(pair.Server.Offer, default)],
            Decode = (input, _) =>
            {
                var text = RpcRefusal.TryRead(input, out var refusal) ? refusal.ToException(pair.Server.NameOf).Message : "";
                return $"{pair.Server.Judge(input, out var data)?.Kind} {data.IsEmpty} {text.Length > 0}";
            },
        };
    }

    private static byte[][] Genuine(FakePair pair)
    {
        pair.Hold();
        var calls = pair.Calls;
        calls.Move(new Position(1, 2));
        calls.Tell("text", Medal.Gold);
        calls.Jump();
        Task[] requests = [calls.Shoot(new Shot(5, default, "bow")).AsTask(), calls.Scores([1, 2]).AsTask(), calls.Echo("echo", default).AsTask(), calls.Session(Guid.Empty, Medal.None).AsTask(), calls.Last().AsTask()];
        var sent = pair.Up.Sent.ToArray();
        pair.Deliver();
        Assert.All(requests, request => Assert.True(request.IsCompletedSuccessfully));
        return [.. sent, [RpcMessage.Cancel, 0, 0, 0, 0], [RpcMessage.Result, 0, 0, 0, 0, 1], [RpcMessage.Error, 0, 0, 0, 0, 1, 0, 0, 0, 0, 65]];
    }
}
