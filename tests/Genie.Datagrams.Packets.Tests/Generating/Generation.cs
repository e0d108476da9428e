using System.Collections.Immutable;
using System.Text;
using Genie.Datagrams.Packets.Generators;
using Genie.Testing.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Genie.Datagrams.Packets.Tests.Generating;

/// <summary>The generator of these tests.</summary>
internal static class Generation
{
    /// <summary>Where a description is said to stand.</summary>
    public const string DescriptionPath = "Game.packets.xml";

    public static GeneratorRun Of { get; } = new(new PacketGenerator(), "using System; using System.Collections.Generic; using Genie.Datagrams.Packets;");

    /// <summary>All diagnostics of the generator about a description, and what the compiler says of the code.</summary>
    public static (ImmutableArray<Diagnostic> Generator, ImmutableArray<Diagnostic> Compiler) Describe(string xml, string source = "") => Of.Run(source, new Description(xml));

    /// <summary>An XML file.</summary>
    internal sealed class Description(string text) : AdditionalText
    {
        public override string Path => DescriptionPath;

        public override SourceText GetText(CancellationToken cancellationToken = default) => SourceText.From(text, Encoding.UTF8);
    }
}
