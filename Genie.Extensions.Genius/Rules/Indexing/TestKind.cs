namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>What an instruction tests, the cheapest first.</summary>
internal enum TestKind
{
    Kind,
    Area,
    Cell,
    Schedule,
    Circle,
    Polygon,
}
