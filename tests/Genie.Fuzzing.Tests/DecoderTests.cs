using System.Diagnostics;
using Xunit.Abstractions;

namespace Genie.Fuzzing.Tests;

public sealed class DecoderTests(ITestOutputHelper output)
{
    // It computes for as long as it may; tests of servers beside it go first.
    static DecoderTests()
    {
        using var process = Process.GetCurrentProcess();
        process.PriorityClass = ProcessPriorityClass.BelowNormal;
    }

    public static TheoryData<string> Names
    {
        get
        {
            var names = new TheoryData<string>();
            foreach (var name in Decoders.All.Keys) names.Add(name);
            return names;
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Whatever_comes_is_read_or_refused(string name) => Fuzz(name, FuzzSettings.ShareOf(name));

    [Theory]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "200")]
    [MemberData(nameof(Names))]
    public void Whatever_comes_for_longer_is_read_or_refused(string name) => Fuzz(name, FuzzSettings.NightlyShare);

    [Fact]
    public void What_changed_in_a_library_is_fuzzed_with_its_decoders()
    {
        Assert.Equal(["nats", "genius-event", "genius-rule", "genius-rule-text"], Decoders.Of(["GenieDotNet/Genie.Brokers.Nats", "Genie.Extensions.Genius/Rules", "README.md"]));
        Assert.All(Decoders.Libraries, folder => Assert.True(Directory.Exists(Path.Combine(Genie.Testing.RepositoryRoot.Find(), folder)), folder));
    }

    [Fact]
    public void The_corpus_has_no_folder_without_a_decoder_and_stays_small()
    {
        var folder = new DirectoryInfo(Path.Combine(Genie.Testing.RepositoryRoot.Find(), "tests", "Genie.Fuzzing.Tests", "Corpus"));
        Assert.Empty(folder.GetDirectories().Select(each => each.Name).Except(Decoders.All.Keys));
        Assert.InRange(folder.EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Length), 1, 1 << 20);
    }

    private void Fuzz(string name, TimeSpan duration)
    {
        output.WriteLine($"GENIE_FUZZ_SEED={FuzzSettings.Seed}");
        var run = new FuzzRun(name, Decoders.All[name](), FuzzSettings.Seed);
        run.Run(duration);
        output.WriteLine($"{run.Rounds} inputs, {run.Outcomes} outcomes");

        // One outcome alone: then the inputs never reached the decoder.
        Assert.True(run.Outcomes > 1, $"{run.Rounds} inputs of {name} had the same outcome.");
    }
}
