using Genie.Workload.Changes;
using Google.Protobuf;

namespace Genie.Workload.Tests.Changes;

/// <summary>Runs a comparison and writes each change as one line, which tests compare.</summary>
internal static class Listed
{
    public static string[] Between<T>(T before, T after)
        where T : class, IMessage<T>
    {
        var changes = new ChangeList();
        ChangeCapture.Compare(before, after, changes);
        return Lines(changes);
    }

    public static string[] Lines(ChangeList changes) =>
        [.. Enumerable.Range(0, changes.Count).Select(i => $"{changes.Path(i)} {changes[i].Kind} {Show(changes[i].Before)} -> {Show(changes[i].After)}")];

    private static string Show(ChangeValue value) => $"{value.Kind}:{value}";
}
