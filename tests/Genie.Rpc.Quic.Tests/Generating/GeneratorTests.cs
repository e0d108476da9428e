using System.Globalization;
using Genie.Rpc.Quic.Generators;
using Genie.Testing.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Genie.Rpc.Quic.Tests.Generating;

public sealed class GeneratorTests
{
    public static TheoryData<string, string> Mistakes => new()
    {
        { "GQR001", "[QuicRpcFunction(0)] class F : QuicRpcFunctions { [QuicRpcFunction(0)] public ValueTask A() => default; public override void Register<T>(QuicRpcService<T> s) { } }" },
        { "GQR002", "[QuicRpcFunction(0)] partial class F { [QuicRpcFunction(0)] public ValueTask A() => default; }" },
        { "GQR003", "[QuicRpcFunction(0)] partial struct C { [QuicRpcFunction(0)] public partial Task A(); }" },
        { "GQR004", Functions("[QuicRpcFunction(0)] public ValueTask A() => default; [QuicRpcFunction(0)] public ValueTask B() => default;") },
        { "GQR005", Functions("[QuicRpcFunction(0)] public Task A() => Task.CompletedTask;") },
        { "GQR005", Functions("[QuicRpcFunction(0)] public int A() => 1;") },
        { "GQR006", Client("[QuicRpcFunction(0)] public partial int A();") },
        { "GQR006", "[QuicRpcFunction(0)] interface I { [QuicRpcFunction(0)] void A(); }" },
        { "GQR007", Functions("[QuicRpcFunction(0)] public ValueTask A(int one, int two) => default;") },
        { "GQR007", Functions("[QuicRpcFunction(0)] public ValueTask A(int one, int two, CancellationToken stop) => default;") },
        { "GQR007", Client("[QuicRpcFunction(0)] public partial Task A(CancellationToken stop, int one);") },
        { "GQR008", Client("[QuicRpcFunction(0)] public Task A() => Task.CompletedTask;") },
        { "GQR009", Functions("[QuicRpcFunction(0, IsStreaming = true)] public ValueTask<int> A() => default;") },
        { "GQR009", Functions("[QuicRpcFunction(0, IsStreaming = true)] public ValueTask A(int one) => default;") },
        { "GQR010", Client("[QuicRpcFunction(0, IsStreaming = true)] public partial Task A();") },
        { "GQR010", Client("[QuicRpcFunction(0, IsStreaming = true)] public partial Task<QuicStream> A(int one);") },
        { "GQR011", "[QuicRpcFunction(0)] interface I { [QuicRpcFunction(0, IsStreaming = true)] Task<QuicStream> A(); }" },
        { "GQR012", Functions("[QuicRpcFunction(0)] public ValueTask A<T>(T one) => default;") },
        { "GQR012", "[QuicRpcFunction(0)] partial class F<T> : QuicRpcFunctions { [QuicRpcFunction(0)] public ValueTask A() => default; }" },
        { "GQR013", Functions("[QuicRpcFunction(0)] public ValueTask A(ref int one) => default;") },
        { "GQR014", Functions("[QuicRpcFunction(0)] public static ValueTask A() => default;") },
        { "GQR015", "partial class Outer { " + Functions("[QuicRpcFunction(0)] public ValueTask A() => default;") + " }" },
        { "GQR016", "[QuicRpcFunction(0)] interface I { [QuicRpcFunction(0)] Task A(); Task B(); }" },
        { "GQR017", "[QuicRpcFunction(0)] interface I { [QuicRpcFunction(0)] Task A(); int B { get; } }" },
        { "GQR018", "[QuicRpcFunction(0)] partial record struct C : IQuicRpcClient { [QuicRpcFunction(0)] public partial Task A(); }" },
        { "GQR019", Functions("public ValueTask A() => default;") },
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
        var codes = typeof(QuicRpcGenerator).Assembly.GetType("Genie.Rpc.Quic.Generators.Mistakes")!.GetFields().Select(field => ((DiagnosticDescriptor)field.GetValue(null)!).Id).Order();
        Assert.Equal(codes, Mistakes.Select(one => (string)one[0]).Distinct().Order());
    }

    [Theory]
    [InlineData("[QuicRpcFunction(0)] public ValueTask @event(string @class) => default; [QuicRpcFunction(1)] internal ValueTask<List<int?>?> B() => default; [QuicRpcFunction(2)] ValueTask<(int, string)> C(Dictionary<string, int[]> map) => default;")]
    [InlineData("[QuicRpcFunction(0)] public IAsyncEnumerable<int> A(IAsyncEnumerable<string?> b, CancellationToken c) => null!; [QuicRpcFunction(1, IsStreaming = true)] public ValueTask D(CancellationToken c) => default;")]
    public void Functions_of_any_name_and_type_compile(string methods)
    {
        foreach (var source in new[] { Functions(methods), $"namespace Some.Where {{ {Functions(methods)} }}" }) AssertClean(source);
    }

    [Theory]
    [InlineData("[QuicRpcFunction(0)] public partial Task @event(string @class, CancellationToken @base = default); [QuicRpcFunction(1)] internal partial ValueTask<List<int?>?> B(); [QuicRpcFunction(2)] public partial ValueTask E(IAsyncEnumerable<int> d);")]
    [InlineData("[QuicRpcFunction(0)] public partial IAsyncEnumerable<int> A(IAsyncEnumerable<string?> b, CancellationToken c); [QuicRpcFunction(1, IsStreaming = true)] public partial ValueTask<QuicStream> D();")]
    public void Clients_of_any_name_and_type_compile(string methods) => AssertClean(Client(methods));

    [Fact]
    public void Interfaces_compile_in_any_namespace()
    {
        const string Interface = "interface IThing { [QuicRpcFunction(0)] Task<int> A(int one = 5); [QuicRpcFunction(1)] ValueTask B(CancellationToken stop); [QuicRpcFunction(2)] IAsyncEnumerable<int> C(IAsyncEnumerable<int> d); }";
        AssertClean($"[QuicRpcFunction(0)] {Interface}");
        AssertClean($"namespace Some.Where; [QuicRpcFunction(0)] public {Interface}");
    }

    [Fact]
    public void A_change_elsewhere_reads_nothing_anew()
    {
        var compilation = Generation.Of.Compile(Functions("[QuicRpcFunction(0)] public ValueTask A() => default;"));
        var driver = Generation.Of.Driver().RunGenerators(compilation);
        var result = driver.RunGenerators(compilation.AddSyntaxTrees(CSharpSyntaxTree.ParseText("class Other { }"))).GetRunResult();

        var outputs = result.Results.Single().TrackedSteps[QuicRpcGenerator.ReadingStep].SelectMany(step => step.Outputs);
        Assert.All(outputs, output => Assert.True(output.Reason is IncrementalStepRunReason.Cached or IncrementalStepRunReason.Unchanged));
    }

    private static void AssertClean(string source)
    {
        var (generator, compiler) = Generation.Of.Run(source);
        Assert.Empty(generator);
        Assert.Empty(compiler.Select(one => one.ToString()));
    }

    private static string Functions(string methods) => $"[QuicRpcFunction(1)] partial class F : QuicRpcFunctions {{ {methods} }}";

    private static string Client(string methods) => $"[QuicRpcFunction(1)] partial struct C : IQuicRpcClient {{ {methods} }}";
}
