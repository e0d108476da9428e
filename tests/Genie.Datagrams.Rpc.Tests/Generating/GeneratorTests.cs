using System.Globalization;
using System.Reflection;
using Genie.Datagrams.Rpc.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Genie.Datagrams.Rpc.Tests.Generating;

public sealed class GeneratorTests
{
    public static TheoryData<string, string> Mistakes => new()
    {
        { "DRP001", "[DatagramService] public interface IS<T> { void M(); }" },
        { "DRP001", Service("void M<T>();") },
        { "DRP002", "class Outer { [DatagramService] public interface IS { void M(); } }" },
        { "DRP002", "[DatagramService] file interface IS { void M(); }" },
        { "DRP003", "interface IBase { } [DatagramService] interface IS : IBase { void M(); }" },
        { "DRP004", Service("int P { get; }") },
        { "DRP004", Service("event Action E;") },
        { "DRP004", Service("class Inner; void M();") },
        { "DRP005", Service("static void M() { }") },
        { "DRP005", Service("void M() { }") },
        { "DRP006", Service("void M(ref int a);") },
        { "DRP006", Service("void M(out int a);") },
        { "DRP006", Service("void M(in int a);") },
        { "DRP007", Service("int M();") },
        { "DRP007", Service("Task M();") },
        { "DRP007", Service("Task<int> M();") },
        { "DRP007", Service("IAsyncEnumerable<int> M();") },
        { "DRP008", Service("[Delivery(DeliveryMode.Unreliable)] ValueTask<int> M();") },
        { "DRP008", Service("[Delivery(DeliveryMode.Sequenced)] ValueTask<int> M();") },
        { "DRP009", Service("[Delivery((DeliveryMode)5)] void M();") },
        { "DRP009", Service("[Delivery(0)] void M();") },
        { "DRP010", Service("[MethodId(65536)] void M();") },
        { "DRP010", "[DatagramService(-1)] interface IS { void M(); }" },
        { "DRP011", Service("[MethodId(1)] void M(); [MethodId(1)] void N();") },
        { "DRP012", "[DatagramService(1)] interface IS { void M(); } [DatagramService(1)] interface IT { void M(); }" },
        { "DRP013", Service("ValueTask<int> M(CancellationToken token, int a);") },
        { "DRP013", Service("ValueTask<int> M(CancellationToken token, CancellationToken other);") },
        { "DRP014", Service("void M(CancellationToken token);") },
        { "DRP014", Service("ValueTask M(CancellationToken token);") },
        { "DRP015", Service("") },

        // What is wrong with a value has the codes of packets.
        { "GDP012", Service("void M([PacketMember(Min = 0, Max = 1)] float a);") },
        { "GDP014", Service("void M(string a);") },
        { "GDP014", Service("ValueTask<string> M();") },
        { "GDP015", Service("void M(int[] a);") },
        { "GDP016", Service("[return: PacketMember(MaxBytes = 5)] ValueTask<int> M();") },
        { "GDP017", Service("void M(object a);") },
        { "GDP017", Service("ValueTask<decimal> M();") },
        { "GDP017", Service("void M(Span<byte> a);") },
        { "GDP018", Service("void M([PacketMember(MaxCount = 5)] int[][] a);") },
        { "GDP020", "[Packet] partial record Nothing; " + Service("void M(Nothing a);") },
        { "GDP022", Service("void M([PacketMember(Serializer = typeof(string))] Guid a);") },
    };

    [Theory]
    [MemberData(nameof(Mistakes))]
    public void A_mistake_is_a_diagnostic_that_says_what_to_do(string id, string source)
    {
        var (diagnostics, compilation) = Generation.Run(source);
        Assert.Equal([id], diagnostics.Where(one => one.Severity == DiagnosticSeverity.Error).Select(one => one.Id).Distinct());
        Assert.All(diagnostics, one => Assert.DoesNotContain('{', one.GetMessage(CultureInfo.InvariantCulture)));
        Assert.All(diagnostics, one => Assert.Equal("Source.cs", one.Location.GetLineSpan().Path));
        if (id != "DRP012") Assert.DoesNotContain(compilation.SyntaxTrees, tree => tree.ToString().Contains("RpcContract<", StringComparison.Ordinal));
    }

    [Fact]
    public void What_is_unusual_and_right_compiles_without_a_warning()
    {
        const string Source = """
            [Packet] public readonly partial record struct Point([PacketMember(Min = 0, Max = 9)] int X);
            namespace @class.@event
            {
                [DatagramService]
                internal interface IShort
                {
                    void @void(int @int, [PacketMember(MaxBytes = 9)] string? value, Point? writer, [PacketMember(MaxCount = 3)] List<Point?> reader);
                    ValueTask<Point> M();
                    ValueTask<Point> M(Point a, CancellationToken @default = default);
                    ValueTask<bool?> Many(byte a, sbyte b, short c, ushort d, int e, uint f, long g, ulong h, float i, double j, bool k);
                    [return: PacketMember(MaxCount = 3, MaxBytes = 5)] ValueTask<string?[]?> Lists([PacketMember(MaxCount = 3, Min = 0, Max = 5)] int?[]? a);
                    ValueTask One(DeliveryMode mode);
                }
            }
            [DatagramService] public interface I { void M(Point p); }
            [DatagramService] public interface Item { void M(Point p); }
            """;
        var (diagnostics, compilation) = Generation.Run(Source);
        Assert.Empty(diagnostics);
        Assert.Empty(compilation.Complaints());
        Assert.NotNull(compilation.GetTypeByMetadataName("class.event.ShortClient"));
        Assert.NotNull(compilation.GetTypeByMetadataName("IContract"));
        Assert.NotNull(compilation.GetTypeByMetadataName("ItemContract"));
    }

    [Fact]
    public void Generated_code_runs_when_it_is_loaded()
    {
        var contract = Load("[DatagramService(9)] public interface IS { [MethodId(4)] [Delivery(DeliveryMode.Sequenced, Channel = 3)] void M(int a); ValueTask<int> N(int a, CancellationToken token); }");
        Assert.Equal(("IS", 9, 2), (contract.Name, contract.Id, contract.Methods.Count));
        var (first, second) = (contract.Methods[0], contract.Methods[1]);
        Assert.Equal(("IS.M", 0x90004u, DeliveryMode.Sequenced, (byte)3, true), (first.Name, first.Id, first.Mode, first.Channel, first.IsOneWay));
        Assert.Equal(("IS.N", DeliveryMode.ReliableOrdered, (byte)0, false), (second.Name, second.Mode, second.Channel, second.IsOneWay));
    }

    [Fact]
    public void Numbers_stay_the_same_from_version_to_version()
    {
        // Other numbers than these would part those who were compiled before from those who are compiled now.
        var contract = Load("namespace Game; [DatagramService] public interface IS { void M(int a); ValueTask<int> N(byte b, CancellationToken token); }");
        Assert.Equal((PinnedService, PinnedMethods, PinnedFingerprint), (contract.Id, string.Join(' ', contract.Methods.Select(method => method.Id & 0xffff)), contract.Fingerprint.ToString("x16", CultureInfo.InvariantCulture)));
    }

    public static TheoryData<string> OtherForms => new()
    {
        Shape("[PacketMember(Min = 0, Max = 8)] int X", "Point p"), Shape("[PacketMember(Min = 0, Max = 9)] int Z", "Point p"), Shape("[PacketMember(Min = 0, Max = 9)] byte X, bool Y", "Point p"),
        Shape(Member, "Point q"), Shape(Member, "Point? p"), Shape(Member, "Point p", "[Delivery(DeliveryMode.Unreliable)]"), Shape(Member, "Point p", "[Delivery(DeliveryMode.ReliableOrdered, Channel = 1)]"),
        Shape(Member, "Point p", more: "void N();"),
    };

    [Theory]
    [MemberData(nameof(OtherForms))]
    public void A_contract_of_another_form_has_another_fingerprint(string source)
    {
        var known = Load(Shape(Member, "Point p"));
        Assert.Equal(known.Fingerprint, Load(Shape(Member, "Point p") + " // A comment.").Fingerprint);
        Assert.NotEqual(known.Fingerprint, Load(source).Fingerprint);
    }

    [Fact]
    public void Code_elsewhere_makes_nothing_be_written_anew()
    {
        var compilation = Generation.Of.Compile(Service("void M(int a);"));
        var driver = Generation.Of.Driver().RunGenerators(compilation);
        var run = driver.RunGenerators(compilation.AddSyntaxTrees(CSharpSyntaxTree.ParseText("class Elsewhere;"))).GetRunResult().Results[0];
        Assert.All(run.TrackedSteps[RpcGenerator.ServiceStep].SelectMany(step => step.Outputs), one => Assert.True(one.Reason is IncrementalStepRunReason.Cached or IncrementalStepRunReason.Unchanged, $"{one.Reason}"));
    }

    [Fact]
    public void An_interface_that_only_moves_is_read_but_not_written_anew()
    {
        var compilation = Generation.Of.Compile(Service("void M(int a);"));
        var driver = Generation.Of.Driver().RunGenerators(compilation);
        var moved = compilation.ReplaceSyntaxTree(compilation.SyntaxTrees.Single(), Generation.Of.Compile($"\n\n{Service("void M(int a);")}").SyntaxTrees.Single());
        var steps = driver.RunGenerators(moved).GetRunResult().Results.Single().TrackedSteps;
        Assert.Equal(IncrementalStepRunReason.Modified, steps[RpcGenerator.ReadingStep].Single().Outputs.Single().Reason);
        Assert.Equal(IncrementalStepRunReason.Unchanged, steps[RpcGenerator.ServiceStep].Single().Outputs.Single().Reason);
    }

    [Fact]
    public void Each_diagnostic_is_announced()
    {
        var folder = Path.Combine(Genie.Testing.RepositoryRoot.Find(), "GenieDotNet");
        var announced = File.ReadAllText(Path.Combine(folder, "Genie.Datagrams.Rpc.Generators", "AnalyzerReleases.Unshipped.md"));
        var documented = File.ReadAllText(Path.Combine(folder, "..", "docs", "datagrams.md"));
        var ids = Mistakes.Select(row => (string)row[0]).Where(id => id.StartsWith("DRP", StringComparison.Ordinal)).Distinct().ToList();
        Assert.Equal(15, ids.Count);
        Assert.All(ids, id => Assert.Contains($"{id} | Genie.Datagrams.Rpc | Error", announced, StringComparison.Ordinal));
        Assert.All(ids, id => Assert.Contains($"| {id} |", documented, StringComparison.Ordinal));
    }

    private const string Member = "[PacketMember(Min = 0, Max = 9)] int X";
    private const int PinnedService = 22_616;
    private const string PinnedMethods = "55893 25522";
    private const string PinnedFingerprint = "413708b2c7e25a0d";

    private static string Service(string members) => $"[DatagramService] interface IS {{ {members} }}";

    private static string Shape(string member, string parameter, string delivery = "", string more = "") =>
        $"[Packet] public readonly partial record struct Point({member}); [DatagramService] public interface IS {{ {delivery} void M({parameter}); {more} }}";

    private static RpcContract Load(string source)
    {
        var (diagnostics, compilation) = Generation.Run(source);
        Assert.Empty(diagnostics);
        using var image = new MemoryStream();
        var result = compilation.Emit(image);
        Assert.True(result.Success, string.Join('\n', result.Diagnostics));
        var type = Assembly.Load(image.ToArray()).GetTypes().Single(one => one.BaseType is { IsGenericType: true } parent && parent.GetGenericTypeDefinition() == typeof(RpcContract<>));
        return (RpcContract)type.GetProperty("Instance", BindingFlags.Public | BindingFlags.Static)!.GetValue(null)!;
    }
}
