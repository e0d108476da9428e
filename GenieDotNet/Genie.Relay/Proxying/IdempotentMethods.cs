using System.Collections.Frozen;
using Genie.Relay.Configuration;
using Microsoft.AspNetCore.Http;

namespace Genie.Relay.Proxying;

/// <summary>The methods that may run twice.</summary>
internal sealed class IdempotentMethods(Func<RelayOptions> options)
{
    private sealed record Names(IReadOnlyList<string> Source, FrozenSet<string> Methods, FrozenSet<string> Services);

    private Names _names = NamesOf([]);

    /// <summary>Whether a call's method is one.</summary>
    public bool Contains(PathString path)
    {
        var wanted = options().Server.IdempotentMethods;
        if (!ReferenceEquals(_names.Source, wanted)) _names = NamesOf(wanted);
        if (_names.Source.Count == 0 || path.Value is not { } method) return false;
        return _names.Methods.Contains(method) || (method.LastIndexOf('/') is > 0 and var slash && _names.Services.Contains(method[..slash]));
    }

    private static Names NamesOf(IReadOnlyList<string> source) => new(
        source,
        source.Where(name => !name.EndsWith("/*", StringComparison.Ordinal)).ToFrozenSet(StringComparer.Ordinal),
        source.Where(name => name.EndsWith("/*", StringComparison.Ordinal)).Select(name => name[..^2]).ToFrozenSet(StringComparer.Ordinal));
}
