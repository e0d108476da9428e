using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.AspNetCore.Filters;

/// <summary>What filters ask of a fact.</summary>
internal static class OutputTraits
{
    /// <summary>The kinds that it is of: its message's, and what that tells.</summary>
    public static FactKind[] KindsOf(Output output) => output.FactCase switch
    {
        Output.FactOneofCase.RulesMatched => [FactKind.RulesMatched],
        Output.FactOneofCase.WindowClosed => [FactKind.WindowClosed, KindOf(output.WindowClosed)],
        Output.FactOneofCase.FenceTransitioned => [FactKind.FenceTransitioned, KindOf(output.FenceTransitioned.Change)],
        Output.FactOneofCase.PatternMatched => [FactKind.PatternMatched],
        Output.FactOneofCase.AbsenceNoticed => [FactKind.AbsenceNoticed],
        Output.FactOneofCase.FactMatched => [FactKind.FactMatched],
        _ => [],
    };

    /// <summary>The rules that matched or hold no more, or the fence.</summary>
    public static IEnumerable<string> RulesOf(Output output) => output.FactCase switch
    {
        Output.FactOneofCase.RulesMatched => output.RulesMatched.Rules,
        Output.FactOneofCase.FenceTransitioned => [output.FenceTransitioned.Fence],
        Output.FactOneofCase.FactMatched => output.FactMatched.Rules.Concat(output.FactMatched.RetractedRules),
        _ => [],
    };

    /// <summary>The window, geofence or pattern that it is of; null: none.</summary>
    public static string? DefinitionOf(Output output) => output.FactCase switch
    {
        Output.FactOneofCase.WindowClosed => output.WindowClosed.Window,
        Output.FactOneofCase.FenceTransitioned => output.FenceTransitioned.Geofence,
        Output.FactOneofCase.PatternMatched => output.PatternMatched.Pattern,
        Output.FactOneofCase.AbsenceNoticed => output.AbsenceNoticed.Pattern,
        Output.FactOneofCase.FactMatched => DefinitionOf(output.FactMatched),
        _ => null,
    };

    private static string? DefinitionOf(FactMatched matched) => matched.FactCase switch
    {
        FactMatched.FactOneofCase.WindowClosed => matched.WindowClosed.Window,
        FactMatched.FactOneofCase.FenceTransitioned => matched.FenceTransitioned.Geofence,
        FactMatched.FactOneofCase.PatternMatched => matched.PatternMatched.Pattern,
        FactMatched.FactOneofCase.AbsenceNoticed => matched.AbsenceNoticed.Pattern,
        _ => null,
    };

    private static FactKind KindOf(WindowClosed window) => window switch
    {
        { IsRetracted: true } => FactKind.WindowRetracted,
        { Revision: > 1 } => FactKind.WindowRevised,
        _ => FactKind.WindowEnded,
    };

    private static FactKind KindOf(FenceTransitioned.Types.Change change) => change switch
    {
        FenceTransitioned.Types.Change.Entered => FactKind.FenceEntered,
        FenceTransitioned.Types.Change.Dwelled => FactKind.FenceDwelled,
        FenceTransitioned.Types.Change.Left => FactKind.FenceLeft,
        FenceTransitioned.Types.Change.Crossed => FactKind.FenceCrossed,
        _ => FactKind.Unspecified,
    };
}
