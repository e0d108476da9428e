using System.Buffers;
using Genie.Brokers.Pulsar.Wire;
using Genie.Brokers.Pulsar.Wire.Protocol;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Pulsar.Tests.Protocol;

/// <summary>Whatever comes over the wire is read, waited for or refused as a broken protocol; nothing else happens.</summary>
public sealed class FuzzTests(ITestOutputHelper output)
{
    private const int Rounds = 20_000;

    [Fact]
    public void Damaged_frames_are_refused_or_read()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        byte[][] whole =
        [
            Frames.ToMessage(Frames.Send(Frames.Request([1, 2, 3]))),
            Frames.ToMessage(Frames.SendBatch(Frames.Request(new byte[50]), Frames.Request([4])), 3, ulong.MaxValue, 1),
            CommandFrame.Format(new BaseCommand { Type = BaseCommand.Types.Type.Error, Error = new CommandError { RequestId = 1, Error = ServerError.MetadataError, Message = "why" } }),
            CommandFrame.Format(new BaseCommand { Type = BaseCommand.Types.Type.Pong, Pong = new CommandPong() }),
        ];
        var refused = 0;
        for (var round = 0; round < Rounds; round++)
        {
            var bytes = Damage(whole[random.Next(whole.Length)].ToArray(), random);
            try
            {
                ReadAll(Segments.Cut(bytes, random));
            }
            catch (BrokerProtocolException)
            {
                refused++;
            }
            catch (Exception error)
            {
                Assert.Fail($"seed {seed}, round {round}: {error}");
            }
        }

        Assert.InRange(refused, 1, Rounds - 1);
    }

    [Fact]
    public void Noise_is_no_command()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var round = 0; round < Rounds; round++)
        {
            var noise = new byte[random.Next(1, 60)];
            random.NextBytes(noise);
            var error = Record.Exception(() =>
            {
                var reader = new ProtoReader(noise);
                while (reader.TryRead())
                {
                    // Every field is taken; that it ends is the point.
                }
            });
            Assert.True(error is null or BrokerProtocolException, $"seed {seed}, round {round}: {error}");
        }
    }

    private static void ReadAll(ReadOnlySequence<byte> bytes)
    {
        var parser = new PulsarFrameParser();
        var reader = new PulsarEntryReader();
        while (parser.TryRead(ref bytes, out var frame))
        {
            switch (frame.Type)
            {
                case BaseCommand.Types.Type.Message:
                    var entry = reader.Read(frame);
                    var batch = entry.Payload;
                    for (var i = 0; i < entry.BatchCount; i++) reader.TakeSingle(ref batch);
                    break;
                case BaseCommand.Types.Type.SendReceipt:
                    SendReceipt.Read(frame.Command);
                    break;
                default:
                    PulsarCommands.Parse(frame.Command);
                    break;
            }
        }
    }

    private static byte[] Damage(byte[] frame, Random random)
    {
        for (var changes = random.Next(1, 4); changes > 0; changes--) frame[random.Next(frame.Length)] = (byte)random.Next(256);
        if (random.Next(4) == 0) frame = frame[..random.Next(frame.Length)];
        return random.Next(4) == 0 ? [.. frame, .. frame] : frame;
    }
}
