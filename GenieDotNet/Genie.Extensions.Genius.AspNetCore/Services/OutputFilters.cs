using System.Text;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.AspNetCore.Filters;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf.Collections;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>Filters as callers bring them.</summary>
internal static class OutputFilters
{
    private const int NamesMax = 256;
    private const int NameBytesMax = 256;
    private const string Field = "filter";

    /// <summary>A request's filter; null: it has none.</summary>
    /// <exception cref="RpcException">INVALID_ARGUMENT: a kind is none, a name is none, or there are too many. PERMISSION_DENIED: a key is none of the caller's.</exception>
    public static OutputFilter? Of(FactFilter? filter, CallerAccess access)
    {
        if (filter is null) return null;
        CheckKinds(filter.Kinds);
        CheckNames("rules", filter.Rules);
        CheckNames("definitions", filter.Definitions);
        CheckNames("keys", filter.Keys);

        // Its facts would never come, and the caller would take it for a key that nothing happens to. Of what keys begin with, it gets those that are its own.
        foreach (var key in filter.Keys)
            if (!key.EndsWith('*')) access.RequireKey(key);
        return new OutputFilter(filter);
    }

    private static void CheckKinds(RepeatedField<FactKind> kinds)
    {
        RequireCount("kinds", kinds.Count);
        for (var i = 0; i < kinds.Count; i++)
        {
            if (kinds[i] == FactKind.Unspecified || !Enum.IsDefined(kinds[i])) throw CallErrors.InvalidField($"{Field}.kinds[{i}]", $"{(int)kinds[i]} is no kind of fact that this server knows; see FactKind.");
        }
    }

    private static void CheckNames(string list, RepeatedField<string> names)
    {
        RequireCount(list, names.Count);
        for (var i = 0; i < names.Count; i++)
        {
            var field = $"{Field}.{list}[{i}]";
            if (names[i].Length == 0) throw CallErrors.InvalidField(field, "A name is not empty; leave the list empty for all, or give * for what has any.");
            var bytes = Encoding.UTF8.GetByteCount(names[i].EndsWith('*') ? names[i].AsSpan(0, names[i].Length - 1) : names[i]);
            if (bytes > NameBytesMax) throw CallErrors.InvalidField(field, $"A name has at most {NameBytesMax} bytes of UTF-8, and this one {bytes}.");
        }
    }

    private static void RequireCount(string list, int count)
    {
        if (count > NamesMax) throw CallErrors.InvalidField($"{Field}.{list}", $"A filter has at most {NamesMax} {list}, and this one {count}. Take beginnings of names with * behind them, or several subscriptions.");
    }
}
