using Genie.Testing;

namespace Genie.Datagrams.Packets.Tests;

[Packet(7)]
public readonly partial record struct Movement(
    [PacketMember(Min = 0, Max = 1023)] int Player,
    [PacketMember(Min = -1024, Max = 1024, Precision = 0.01)] float X,
    [PacketMember(Min = -1024, Max = 1024, Precision = 0.01)] float Y,
    bool IsRunning,
    uint? Target);

public sealed class ReadmeTests
{
    private const string Readme = "GenieDotNet/Genie.Datagrams.Packets/README.md";

    [Fact]
    public void The_examples_of_the_README_run()
    {
        var players = new List<Movement>();
        Exchange(players);
        Assert.Equal(17, Assert.Single(players).Player);
    }

    [Fact]
    public void They_stand_in_this_test() => ReadmeExample.AssertStandsIn(Readme);

    [Fact]
    public void The_description_of_the_README_is_one()
    {
        var text = File.ReadAllText(Path.Combine(RepositoryRoot.Find(), Readme));
        var xml = text.Split("```xml\n")[1].Split("```")[0];
        var (generator, compiler) = Generating.Generation.Describe(xml, "namespace Game.Net; class GuidSerializer : IPacketMemberSerializer<Guid> { public static int MaxBits => 1; public static bool TryWrite(ref BitWriter w, Guid v) => true; public static bool TryRead(ref BitReader r, out Guid v) { v = default; return true; } }");
        Assert.Empty(generator);
        Assert.Empty(compiler.Select(one => one.ToString()));
    }

    private static void Exchange(List<Movement> players)
    {
        var movement = new Movement(17, 12.34f, -5, IsRunning: true, Target: null);
        Span<byte> buffer = stackalloc byte[(int)PacketSerializer.MaxBytes<Movement>()];
        if (!PacketSerializer.TryWrite(movement, buffer, out var written)) throw new InvalidOperationException("Some member is out of its range.");
        var received = buffer[..written];

        if (!PacketHeader.TryRead(received, out var header)) return;
        switch (header)
        {
            case { Id: Movement.PacketId, IsDelta: false }:
                if (PacketSerializer.TryRead<Movement>(received, out var read)) players.Add(read);
                break;
            case { Id: Movement.PacketId, IsDelta: true }:
                if (PacketSerializer.TryReadDelta<Movement>(received, players[^1], out var changed)) players.Add(changed);
                break;
        }

        // 8 header, 10 player, 18 + 18 position, 1 running, 1 no target: 56 bits.
        Assert.Equal(7, written);
        var next = movement with { X = 12.5f };
        PacketSerializer.TryWriteDelta(next, baseline: movement, buffer, out written);

        // 8 header, 5 members, 18 X: 31 bits.
        Assert.Equal(4, written);
    }
}
