using Genie.Benchmarks.Load.Soak.Udp;
using Genie.Benchmarks.Load.Soak.Udp.Ledger;
using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Load.Soak.Udp;

public sealed class UdpSoakStateFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string File => Path.Combine(_folder.Path, "soak.json.state");

    private static UdpSoakState State { get; } = new()
    {
        Plan = new UdpSoakPlan { DurationSeconds = 60, Connections = 2, RateHertz = 30, Loss = 0.01, LatencyMilliseconds = 35, VarianceMilliseconds = 5, Seed = 7 },
        Started = DateTimeOffset.UnixEpoch,
        ElapsedSeconds = 12.5,
        Legs = 2,
        Interruptions = [new SoakInterruption(5, "the command was killed", 3)],
        Counts = new UdpSoakCounts { Sent = [9, 8, 7, 6, 5], Received = [9, 8, 7, 5, 4], Anomalies = new SoakAnomalies { Doubled = 1 } },
        Notes = ["a note"],
    };

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void What_was_written_is_read_and_replaces_what_was_there()
    {
        UdpSoakStateFile.Write(File, State with { Legs = 1 });
        UdpSoakStateFile.Write(File, State);
        var read = UdpSoakStateFile.Read(File);
        Assert.Equal((State.Plan, State.ElapsedSeconds, State.Legs, State.Interruptions[0]), (read.Plan, read.ElapsedSeconds, read.Legs, read.Interruptions[0]));
        Assert.Equal((State.Counts.Anomalies, 6L + 5), (read.Counts.Anomalies, read.Counts.Sent[3] + read.Counts.Received[3]));
        Assert.Equal(State.Counts.Sent, read.Counts.Sent);
        Assert.Single(Directory.GetFiles(_folder.Path));
    }

    [Fact]
    public void Every_damage_is_told()
    {
        UdpSoakStateFile.Write(File, State);
        var (whole, seed) = (System.IO.File.ReadAllBytes(File), Random.Shared.Next());
        var random = new Random(seed);
        for (var i = 0; i < 300; i++)
        {
            var damaged = whole.ToArray();
            if (i % 2 == 0) damaged = damaged[..random.Next(damaged.Length)];
            else damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            System.IO.File.WriteAllBytes(File, damaged);
            Assert.True(Record.Exception(() => UdpSoakStateFile.Read(File)) is SoakStateException, $"seed {seed}, damage {i}");
        }
    }

    [Fact]
    public void Another_version_and_another_file_are_told_apart()
    {
        System.IO.File.WriteAllText(File, "genie-soak-udp 9 00000000\n{}");
        Assert.Contains("version 9", Assert.Throws<SoakStateException>(() => UdpSoakStateFile.Read(File)).Message, StringComparison.Ordinal);
        System.IO.File.WriteAllText(File, "{}");
        Assert.Contains("is no state of 'genie soak udp'", Assert.Throws<SoakStateException>(() => UdpSoakStateFile.Read(File)).Message, StringComparison.Ordinal);
        System.IO.File.Delete(File);
        Assert.Contains("no soak to go on with", Assert.Throws<SoakStateException>(() => UdpSoakStateFile.Read(File)).Message, StringComparison.Ordinal);
    }
}
