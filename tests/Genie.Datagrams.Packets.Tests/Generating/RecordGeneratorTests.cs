using System.Globalization;
using Genie.Datagrams.Packets.Generators;
using Genie.Testing.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Genie.Datagrams.Packets.Tests.Generating;

public sealed class RecordGeneratorTests
{
    public static TheoryData<string, string> Mistakes => new()
    {
        { "GDP001", "[Packet(1)] record P(int A);" },
        { "GDP002", "[Packet(1)] partial class P { public int A { get; set; } }" },
        { "GDP002", "[Packet(1)] partial struct P { public int A { get; set; } }" },
        { "GDP003", "[Packet(1)] partial record P<T>(int A);" },
        { "GDP004", "partial class Outer { [Packet(1)] partial record P(int A); }" },
        { "GDP004", "[Packet(1)] file partial record P(int A);" },
        { "GDP005", "record Base; [Packet(1)] partial record P(int A) : Base;" },
        { "GDP005", "[Packet(1)] abstract partial record P(int A);" },
        { "GDP006", "[Packet(16384)] partial record P(int A);" },
        { "GDP006", "[Packet(-1)] partial record P(int A);" },
        { "GDP007", "[Packet(1)] partial record P(int A); [Packet(1)] partial record Q(int A);" },
        { "GDP008", Member("Min = 0", "int") },
        { "GDP008", Member("Max = 0", "byte[]", "MaxCount = 4") },
        { "GDP008", Member("Max = 0, Precision = 1", "float") },
        { "GDP009", Member("Min = 5, Max = 5", "int") },
        { "GDP009", Member("Min = double.NaN, Max = 5", "int") },
        { "GDP009", Member("Min = 1, Max = 0, Precision = 1", "float") },
        { "GDP009", Member("Min = 0, Max = double.PositiveInfinity, Precision = 1", "double") },
        { "GDP009", Member("Min = 0, Max = 1e300, Precision = 1e290", "float") },
        { "GDP010", Member("Min = 0, Max = 256", "byte") },
        { "GDP010", Member("Min = -1, Max = 5", "ulong") },
        { "GDP010", Member("Min = 0.5, Max = 5", "int") },
        { "GDP010", Member("Min = 0, Max = long.MaxValue", "long") },
        { "GDP011", Member("Min = 0, Max = 1", "bool") },
        { "GDP011", Member("Min = 0, Max = 1, MaxBytes = 5", "string") },
        { "GDP012", Member("Min = 0, Max = 1", "float") },
        { "GDP012", Member("Precision = 1", "double") },
        { "GDP012", Member("Min = 0, Max = 1, Precision = 1", "int") },
        { "GDP013", Member("Min = 0, Max = 1, Precision = 0", "float") },
        { "GDP013", Member("Min = 0, Max = 1, Precision = 2", "float") },
        { "GDP013", Member("Min = -1000000, Max = 1000000, Precision = 0.001", "float") },
        { "GDP013", Member("Min = 0, Max = 1, Precision = 1e-17", "double") },
        { "GDP013", Member("Min = 0, Max = 1, Precision = double.NaN", "double") },
        { "GDP014", Plain("string") },
        { "GDP014", Member("MaxBytes = 0", "string") },
        { "GDP014", Member("MaxBytes = 65536", "string?") },
        { "GDP014", Member("MaxCount = 5", "string[]") },
        { "GDP015", Plain("int[]") },
        { "GDP015", Member("MaxCount = 0", "List<int>") },
        { "GDP015", Member("MaxCount = 65536", "IReadOnlyList<int>?") },
        { "GDP016", Member("MaxBytes = 5", "int") },
        { "GDP016", Member("MaxCount = 5, MaxBytes = 5", "string") },
        { "GDP017", Plain("decimal") },
        { "GDP017", Plain("object") },
        { "GDP017", Plain("Dictionary<int, int>") },
        { "GDP017", Plain("int[,]") },
        { "GDP017", "record Other(int A); " + Plain("Other") },
        { "GDP018", Member("MaxCount = 5", "int[][]") },
        { "GDP018", Member("MaxCount = 5", "List<List<int>>") },
        { "GDP019", Plain("P?") },
        { "GDP019", Member("MaxCount = 5", "P[]") },
        { "GDP020", "[Packet] partial record Empty; " + Plain("Empty") },
        { "GDP021", "enum E { } " + Plain("E") },
        { "GDP022", Member("Serializer = typeof(string)", "Guid") },
        { "GDP022", "class S : IPacketMemberSerializer<int> { public static int MaxBits => 1; public static bool TryWrite(ref BitWriter w, int v) => true; public static bool TryRead(ref BitReader r, out int v) { v = 0; return true; } } " + Member("Serializer = typeof(S)", "long") },
        { "GDP023", "[Packet(1)] partial record P { [PacketMember(Min = 0, Max = 1)] public int A => 1; }" },
        { "GDP023", "[Packet(1)] partial record P([property: PacketIgnore] int A);" },
        { "GDP024", "[Packet(1)] partial record P { public P(int a) => A = a; public int A { get; init; } }" },
        { "GDP025", "[Packet(1)] partial record P(int A); partial record P { public int B { get; init; } }" },
        { "GDP026", "[Packet(1)] partial record P(int PacketId);" },
    };

    [Theory]
    [MemberData(nameof(Mistakes))]
    public void Each_mistake_has_its_diagnostic_and_no_other(string code, string source)
    {
        var diagnostics = Generation.Of.Run(source).Generator;
        Assert.Equal([code], diagnostics.Select(one => one.Id).Distinct());
        Assert.All(diagnostics, one => Assert.DoesNotContain('{', one.GetMessage(CultureInfo.InvariantCulture)));
        Assert.All(diagnostics, one => Assert.Equal((GeneratorRun.SourcePath, 1), (one.Location.GetLineSpan().Path, one.Location.GetLineSpan().StartLinePosition.Line)));
    }

    [Fact]
    public void Every_diagnostic_has_a_mistake_among_these_tests()
    {
        var codes = typeof(PacketGenerator).Assembly.GetType("Genie.Datagrams.Packets.Generators.Mistakes")!.GetFields().Select(field => ((DiagnosticDescriptor)field.GetValue(null)!).Id).Order();
        Assert.Equal(codes, Mistakes.Concat(DescriptionGeneratorTests.Mistakes).Select(one => (string)one[0]).Distinct().Order());
    }

    [Fact]
    public void Records_that_lead_back_to_each_other_are_both_refused() =>
        Assert.Equal(["GDP019", "GDP019"], Generation.Of.Run("[Packet] partial record A(B? Next); [Packet] partial record B([PacketMember(MaxCount = 2)] A?[] Back);").Generator.Select(one => one.Id));

    [Theory]
    [InlineData("[Packet(0)] public partial record struct @struct(int @int, bool? @bool) { public required double Exact { get; set; } }")]
    [InlineData("namespace Some.@class; [Packet(0)] internal sealed partial record P([PacketMember(MaxCount = 1)] List<byte?>? A, [PacketMember(MaxCount = 1)] byte[]? B, [PacketMember(MaxCount = 3, MaxBytes = 3)] string?[]? C);")]
    [InlineData("enum E : long { A = long.MinValue, B = long.MaxValue } enum F : ulong { A = ulong.MaxValue } enum G : sbyte { A = 127 } [Flags] enum H { A = -1, B = 1 } [Packet(0)] partial record P(E A, F B, G C, H? D);")]
    [InlineData("[Packet(0)] partial record P([PacketMember(Min = 1, Max = 5)] ulong A, [PacketMember(Min = 0, Max = 9007199254740992)] long B, [PacketMember(Min = -1e300, Max = 1e300, Precision = 1e290)] double C);")]
    [InlineData("class S : IPacketMemberSerializer<P> { public static int MaxBits => 1; public static bool TryWrite(ref BitWriter w, P v) => true; public static bool TryRead(ref BitReader r, out P v) { v = null!; return false; } } [Packet] partial record Q([PacketMember(Serializer = typeof(S))] P? Back); [Packet(0)] partial record P(Q A);")]
    [InlineData("[Packet(0)] partial record Nothing; [Packet(16383)] partial record struct Neither;")]
    [InlineData("[Packet] partial record Inner([PacketMember(MaxCount = 65535, MaxBytes = 65535)] string[] Texts); [Packet(0)] partial record P([PacketMember(MaxCount = 65535)] Inner[] A, Inner B, Inner? C, [PacketMember(MaxCount = 2)] IReadOnlyList<Inner?> D);")]
    [InlineData("[Packet(0)] partial record P { public P() { } public int A { get; set; } private int B { get; init; } int C => 5; static int D { get; set; } int this[int i] { get => i; set { } } }")]
    public void Records_of_any_kind_compile(string source)
    {
        var (generator, compiler) = Generation.Of.Run(source);
        Assert.Empty(generator);
        Assert.Empty(compiler.Select(one => one.ToString()));
    }

    [Fact]
    public void A_change_elsewhere_reads_nothing_anew()
    {
        var compilation = Generation.Of.Compile("[Packet(1)] partial record P(int A);");
        var driver = Generation.Of.Driver(new Generation.Description("<Packets Namespace=\"A\"><Packet Name=\"B\" Id=\"2\" /></Packets>")).RunGenerators(compilation);
        var steps = driver.RunGenerators(compilation.AddSyntaxTrees(CSharpSyntaxTree.ParseText("class Other { }"))).GetRunResult().Results.Single().TrackedSteps;

        var outputs = new[] { PacketGenerator.ReadingStep, PacketGenerator.DescriptionStep, PacketGenerator.PacketStep }.SelectMany(name => steps[name]).SelectMany(step => step.Outputs).ToList();
        Assert.Equal(4, outputs.Count);
        Assert.All(outputs, output => Assert.True(output.Reason is IncrementalStepRunReason.Cached or IncrementalStepRunReason.Unchanged));
    }

    [Fact]
    public void A_record_that_only_moves_is_read_but_not_written_anew()
    {
        const string Source = "[Packet(1)] partial record P(int A);";
        var compilation = Generation.Of.Compile(Source);
        var driver = Generation.Of.Driver().RunGenerators(compilation);
        var moved = compilation.ReplaceSyntaxTree(compilation.SyntaxTrees.Single(), Generation.Of.Compile($"\n\n{Source}").SyntaxTrees.Single());
        var steps = driver.RunGenerators(moved).GetRunResult().Results.Single().TrackedSteps;

        Assert.Equal(IncrementalStepRunReason.Modified, steps[PacketGenerator.ReadingStep].Single().Outputs.Single().Reason);
        Assert.Equal(IncrementalStepRunReason.Unchanged, steps[PacketGenerator.PacketStep].Single().Outputs.Single().Reason);
    }

    private static string Plain(string type) => $"[Packet(1)] partial record P({type} A);";

    private static string Member(string settings, string type, string more = "") => $"[Packet(1)] partial record P([PacketMember({settings}{(more.Length == 0 ? "" : $", {more}")})] {type} A);";
}
