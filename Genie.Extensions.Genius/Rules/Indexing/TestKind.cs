namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>What an instruction tests, the cheapest first.</summary>
internal enum TestKind
{
    Kind,
    Key,
    Value,
    OperandPresence,
    OperandText,
    OperandBoolean,
    OperandNumber,
    Area,
    Cell,
    KeyPrefix,
    Schedule,
    Circle,
    Polygon,
    Pair,
    ScorePresence,
    Score,
}
