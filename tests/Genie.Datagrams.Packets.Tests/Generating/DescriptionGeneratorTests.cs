using System.Globalization;

namespace Genie.Datagrams.Packets.Tests.Generating;

public sealed class DescriptionGeneratorTests
{
    // The place is the line and the column of the mistake, from one; the description begins on line 1, what stands in it on line 2.
    public static TheoryData<string, string, int, int> Mistakes => new()
    {
        { "GDP006", File("<Packet Name='P' Id='16384' />"), 2, 2 },
        { "GDP007", File("<Packet Name='P' Id='1' />", "<Packet Name='Q' Id='1' />"), 3, 2 },
        { "GDP008", Member("Type='int' Min='0'"), 3, 2 },
        { "GDP009", Member("Type='int' Min='1' Max='1'"), 3, 2 },
        { "GDP012", Member("Type='float' Precision='1'"), 3, 2 },
        { "GDP014", Member("Type='string'"), 3, 2 },
        { "GDP015", Member("Type='int[]?'"), 3, 2 },
        { "GDP016", Member("Type='int' MaxCount='5'"), 3, 2 },
        { "GDP017", Member("Type='Nobody'"), 3, 2 },
        { "GDP017", Member("Type='int??'"), 3, 2 },
        { "GDP018", Member("Type='int[][]' MaxCount='5'"), 3, 2 },
        { "GDP019", File("<Packet Name='P'>", "<Member Name='A' Type='Q?' /></Packet>", "<Packet Name='Q'>", "<Member Name='A' Type='Some.P[]' MaxCount='2' /></Packet>"), 3, 2 },
        { "GDP020", File("<Packet Name='Q' />", "<Packet Name='P'><Member Name='A' Type='Q' /></Packet>"), 3, 19 },
        { "GDP021", File("<Enum Name='E' />", "<Packet Name='P'><Member Name='A' Type='E' /></Packet>"), 3, 19 },
        { "GDP026", File("<Packet Name='P'>", "<Member Name='PacketId' Type='int' /></Packet>"), 3, 2 },
        { "GDP026", File("<Packet Name='P'>", "<Member Name='P' Type='int' /></Packet>"), 3, 2 },
        { "GDP027", File("<Packet Name='P'"), 3, 1 },
        { "GDP027", "", 1, 1 },
        { "GDP027", "<!DOCTYPE Packets [<!ENTITY a 'b'>]><Packets Namespace='&a;' />", 1, 1 },
        { "GDP028", File("<Packets />"), 2, 2 },
        { "GDP028", File("<Packet Name='P' Colour='red' />"), 2, 18 },
        { "GDP028", File("<Packet Name='P'>", "<Member Name='A' Type='int'><More /></Member></Packet>"), 3, 30 },
        { "GDP028", "<Game />", 1, 2 },
        { "GDP029", File("<Packet Id='1' />"), 2, 2 },
        { "GDP029", File("<Packet Name='1st' />"), 2, 9 },
        { "GDP029", File("<Packet Name='P' Id='one' />"), 2, 18 },
        { "GDP029", File("<Packet Name='P' Kind='union' />"), 2, 18 },
        { "GDP029", Member("Type='int' Min='low' Max='5'"), 3, 29 },
        { "GDP029", Member("Type='System.Guid' Serializer='not a type'"), 3, 37 },
        { "GDP029", File("<Enum Name='E' Type='byte'>", "<Value Name='A' Value='256' /></Enum>"), 3, 17 },
        { "GDP029", "<Packets />", 1, 2 },
        { "GDP030", File("<Packet Name='P' />", "<Enum Name='p' />"), 3, 2 },
        { "GDP030", File("<Packet Name='P'>", "<Member Name='A' Type='int' />", "<Member Name='A' Type='int' /></Packet>"), 4, 2 },
    };

    [Theory]
    [MemberData(nameof(Mistakes))]
    public void Each_mistake_has_its_diagnostic_at_its_line_and_column(string code, string xml, int line, int column)
    {
        var diagnostics = Generation.Describe(xml).Generator;
        Assert.Contains(code, diagnostics.Select(one => one.Id));
        Assert.All(diagnostics, one => Assert.DoesNotContain('{', one.GetMessage(CultureInfo.InvariantCulture)));
        var at = diagnostics.First(one => one.Id == code).Location.GetLineSpan();
        Assert.Equal((Generation.DescriptionPath, line, column), (at.Path, at.StartLinePosition.Line + 1, at.StartLinePosition.Character + 1));
    }

    [Fact]
    public void A_record_and_a_description_have_no_id_in_common() =>
        Assert.Equal(["GDP007"], Generation.Describe(File("<Packet Name='P' Id='1' />"), "[Packet(1)] partial record R(int A);").Generator.Select(one => one.Id));

    [Fact]
    public void Files_of_other_names_are_not_read() => Assert.Empty(Generation.Of.Run("", new OtherFile()).Generator);

    [Theory]
    [InlineData("<Packet Name='class' Id='5'><Member Name='int' Type='int' Desc='a &lt; b' /></Packet>")]
    [InlineData("<Packet Name='P' Kind='class'><Member Name='A' Type='Q?[]?' MaxCount='3' /></Packet><Packet Name='Q'><Member Name='A' Type='E?' /></Packet><Enum Name='E' Type='ulong' Kind='flags'><Value Name='if' Value='9223372036854775808' /></Enum>")]
    [InlineData("<Packet Name='P' Id='1' Desc='two&#10;lines &amp; more' />")]
    [InlineData("<!-- Of System.Guid, by the serializer that the source has. --><Packet Name='P' Id='1'><Member Name='A' Type='System.Guid?[]' MaxCount='2' Serializer='Some.S' /></Packet>")]
    public void Descriptions_of_any_kind_compile(string packets)
    {
        const string Serializer = "namespace Some; class S : IPacketMemberSerializer<Guid> { public static int MaxBits => 1; public static bool TryWrite(ref BitWriter w, Guid v) => true; public static bool TryRead(ref BitReader r, out Guid v) { v = default; return true; } }";
        var (generator, compiler) = Generation.Describe(File(packets), Serializer);
        Assert.Empty(generator);
        Assert.Empty(compiler.Select(one => one.ToString()));
    }

    private static string File(params string[] lines) => $"<Packets Namespace='Some'>\n{string.Join('\n', lines)}\n</Packets>";

    private static string Member(string attributes) => File("<Packet Name='P'>", $"<Member Name='A' {attributes} /></Packet>");

    private sealed class OtherFile : Microsoft.CodeAnalysis.AdditionalText
    {
        public override string Path => "packets.xml";

        public override Microsoft.CodeAnalysis.Text.SourceText GetText(CancellationToken cancellationToken = default) => Microsoft.CodeAnalysis.Text.SourceText.From("no XML");
    }
}
