using Genie.Brokers.Pulsar.Tests.Protocol;
using Genie.Brokers.Pulsar.Wire;
using Genie.Brokers.Pulsar.Wire.Protocol;
using Genie.Testing;

namespace Genie.Fuzzing.Tests.Targets;

internal static partial class WireDecoders
{
    public static Decoder Pulsar() => new()
    {
        Genuine =
        [
            Frames.ToMessage(Frames.Send(Frames.Request([1, 2, 3]))),
            Frames.ToMessage(Frames.SendBatch(Frames.Request(new byte[50]), Frames.Request([4])), 3, ulong.MaxValue, 1),
            CommandFrame.Format(new BaseCommand { Type = BaseCommand.Types.Type.Error, Error = new CommandError { RequestId = 1, Error = ServerError.MetadataError, Message = "why" } }),
            CommandFrame.Format(new BaseCommand { Type = BaseCommand.Types.Type.Pong, Pong = new CommandPong() }),
        ],
        Refusals = Refusals,
        Decode = static (input, random) =>
        {
            var (parser, reader, buffer, found) = (new PulsarFrameParser(), new PulsarEntryReader(1 << 20), Segments.Cut(input, random), new List<string>());
            while (parser.TryRead(ref buffer, out var frame))
            {
                found.Add(Enum.IsDefined(frame.Type) ? $"{frame.Type}" : "unknown");
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

            return Decoder.Kinds(found);
        },
    };

    public static Decoder PulsarCommand() => new()
    {
        Genuine = [[0x08, 1, 0x12, 2, 1, 2, 0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4], []],
        Refusals = Refusals,
        Decode = static (input, _) =>
        {
            var reader = new ProtoReader(input);
            var found = new List<string>();
            while (reader.TryRead()) found.Add(reader.Bytes.IsEmpty ? "number" : "bytes");
            return Decoder.Kinds(found);
        },
    };
}
