using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Onnx.Tests;

public sealed class OnnxModelTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(false, new[] { 1, 3 })]
    [InlineData(false, new[] { 3 })]
    [InlineData(false, new[] { 0, 3 })]
    [InlineData(true, new[] { 1, 3 })]
    [InlineData(true, new[] { 0, 3 })]
    public void A_score_is_what_the_model_says(bool isDouble, int[] shape)
    {
        using var folder = new TemporaryFolder();
        var file = OnnxFile.Linear(-0.5, 0.25, -2, 1.5) with { IsDouble = isDouble, Shape = [.. shape.Select(static each => each == 0 ? default(int?) : each)] };
        using var model = LoadFrom(folder, file);
        Assert.Equal(3, model.FeatureCount);
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var i = 0; i < 200; i++)
        {
            double[] features = [random.NextDouble() * 4, (random.NextDouble() * 2) - 1, random.Next(3)];
            Assert.Equal(file.ScoreOf(features), model.Score(features), isDouble ? 1e-12 : 1e-5);
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => model.Score([1, 2]));
    }

    [Fact]
    public void Of_several_results_the_last_is_the_score()
    {
        using var folder = new TemporaryFolder();
        var file = new OnnxFile { Weights = [[5, -1], [7, 2]] };
        using var model = LoadFrom(folder, file);
        Assert.Equal(file.ScoreOf(1, 0.25), model.Score([1, 0.25]), 1e-5);
    }

    [Fact]
    public void Each_of_many_threads_gets_the_score_of_its_own_features()
    {
        using var folder = new TemporaryFolder();
        var file = OnnxFile.Linear(0, 1, -1) with { IsDouble = true };
        using var model = LoadFrom(folder, file);
        var scores = new double[2_000];
        Parallel.For(0, scores.Length, new ParallelOptions { MaxDegreeOfParallelism = 8 }, i => scores[i] = model.Score([i / 1000.0, 0.5]));
        for (var i = 0; i < scores.Length; i++) Assert.Equal(file.ScoreOf(i / 1000.0, 0.5), scores[i], 1e-12);
    }

    public static TheoryData<string, byte[]?, string> Refused => new()
    {
        { "absent", null, "there is no such file" },
        { "empty", [], "" },
        { "text", "no model"u8.ToArray(), "" },
        { "cut", OnnxFile.Linear(0, 1, 2).ToBytes()[..^20], "" },
        { "integers", (OnnxFile.Linear(0, 1) with { SaysLong = true }).ToBytes(), "" },
        { "two inputs", (OnnxFile.Linear(0, 1) with { HasSecondInput = true }).ToBytes(), "it has 2 inputs; one is expected" },
        { "no number of features", (OnnxFile.Linear(0, 1, 2) with { Shape = [1, null] }).ToBytes(), "N features whose number is fixed" },
        { "rows", (OnnxFile.Linear(0, 1, 2) with { Shape = [4, 2] }).ToBytes(), "its input is a tensor of [4, 2]" },
        { "cubes", (OnnxFile.Linear(0, 1, 2) with { Shape = [1, 1, 2] }).ToBytes(), "its input is a tensor of [1, 1, 2]" },
        { "too many", OnnxFile.Linear(0, new double[257]).ToBytes(), "a rule gives 256 at most" },
    };

    [Theory]
    [MemberData(nameof(Refused))]
    public void What_is_no_model_for_rules_is_refused(string what, byte[]? bytes, string reason)
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, "model.onnx");
        if (bytes is not null) File.WriteAllBytes(path, bytes);
        var error = Assert.Throws<OnnxModelException>(() => OnnxModel.Load(path));
        output.WriteLine($"{what}: {error.Reason}");
        Assert.Contains(reason, error.Reason, StringComparison.Ordinal);
        Assert.Contains(path, error.Message, StringComparison.Ordinal);
    }

    private static OnnxModel LoadFrom(TemporaryFolder folder, OnnxFile file)
    {
        var path = Path.Combine(folder.Path, "model.onnx");
        file.WriteTo(path);
        return OnnxModel.Load(path);
    }
}
