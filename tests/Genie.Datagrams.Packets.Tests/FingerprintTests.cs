using Genie.Datagrams.Packets.Tests.Samples;

namespace Genie.Datagrams.Packets.Tests;

[Packet]
public readonly partial record struct Inner([PacketMember(Min = 0, Max = 9)] int X);

[Packet]
public readonly partial record struct InnerWider([PacketMember(Min = 0, Max = 10)] int X);

[Packet]
public readonly partial record struct InnerRenamed([PacketMember(Min = 0, Max = 9)] int Y);

[Packet(5_000)]
public sealed partial record InnerAgain([PacketMember(Min = 0, Max = 9)] int X);

[Packet]
public sealed partial record Outer(Inner A, Inner? B);

[Packet]
public sealed partial record OuterWider(Inner A, InnerWider? B);

/// <summary>Other contracts rely on it: Genie.Datagrams.Rpc.</summary>
public sealed class FingerprintTests
{
    [Fact]
    public void Descriptions_of_one_form_share_a_fingerprint_and_others_do_not()
    {
        Assert.Equal(PacketContent.Fingerprint<Inner>(), PacketContent.Fingerprint<InnerAgain>());
        ulong[] different =
        [
            PacketContent.Fingerprint<Inner>(), PacketContent.Fingerprint<InnerWider>(), PacketContent.Fingerprint<InnerRenamed>(), PacketContent.Fingerprint<Outer>(), PacketContent.Fingerprint<OuterWider>(),
            PacketContent.Fingerprint<Everything>(), PacketContent.Fingerprint<Arena.Snapshot>(), PacketContent.Combine(1, 2), PacketContent.Combine(2, 1), PacketContent.Combine(1, 0),
        ];
        Assert.Equal(different.Length, different.Distinct().Count());
    }
}
