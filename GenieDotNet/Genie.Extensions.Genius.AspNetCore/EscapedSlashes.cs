using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Grpc.JsonTranscoding;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>
/// Names in paths of HTTP with JSON that have a slash, as <c>a%2Fb</c>. ASP.NET Core decodes a path before it takes it apart, and leaves <c>%2F</c> as it is,
/// which would be part of the name.
/// </summary>
internal static partial class EscapedSlashes
{
    /// <summary>Has calls with such names get what was meant.</summary>
    public static T DecodeSlashes<T>(this T builder)
        where T : IEndpointConventionBuilder
    {
        builder.Finally(static endpoint =>
        {
            if (endpoint.RequestDelegate is not { } call || !endpoint.Metadata.OfType<GrpcJsonTranscodingMetadata>().Any()) return;
            endpoint.RequestDelegate = http =>
            {
                Decode(http);
                return call(http);
            };
        });
        return builder;
    }

    private static void Decode(HttpContext http)
    {
        var path = http.Request.Path.Value!;
        if (!Slash().IsMatch(path)) return;
        var decoded = SlashesOf(path, http.Features.GetRequiredFeature<IHttpRequestFeature>().RawTarget);
        foreach (var (name, value) in http.Request.RouteValues.ToArray())
        {
            if (value is not string text || !Slash().IsMatch(text)) continue;
            var begin = path.LastIndexOf(text, StringComparison.Ordinal);
            if (begin >= 0) http.Request.RouteValues[name] = Slash().Replace(text, each => decoded.Contains(begin + each.Index) ? "/" : each.Value);
        }
    }

    // Where the path has %2F that the client sent so; %252F, which is %2F by now, is a name's own.
    private static HashSet<int> SlashesOf(string path, string target)
    {
        var sent = SentSlash().Matches(target.Split('?')[0]);
        var seen = Slash().Matches(path);
        return sent.Count != seen.Count ? [] : [.. seen.Zip(sent).Where(static pair => !pair.Second.Groups[1].Success).Select(static pair => pair.First.Index)];
    }

    [GeneratedRegex("%2[fF]")]
    private static partial Regex Slash();

    [GeneratedRegex("%(25)?2[fF]")]
    private static partial Regex SentSlash();
}
