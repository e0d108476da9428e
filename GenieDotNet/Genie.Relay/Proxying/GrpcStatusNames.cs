using System.Globalization;
using System.Text.Json;
using Grpc.Core;

namespace Genie.Relay.Proxying;

/// <summary>gRPC's status codes as they are written.</summary>
internal static class GrpcStatusNames
{
    private static readonly string[] Names = [.. Enum.GetValues<StatusCode>().Order().Select(code => JsonNamingPolicy.SnakeCaseUpper.ConvertName(code.ToString()))];
    private static readonly string[] Numbers = [.. Enumerable.Range(0, Names.Length).Select(code => code.ToString(CultureInfo.InvariantCulture))];

    /// <summary><c>DEADLINE_EXCEEDED</c>.</summary>
    public static string Of(StatusCode code) => Names[(int)code];

    /// <summary><c>4</c>, as in <c>grpc-status</c>.</summary>
    public static string NumberOf(StatusCode code) => Numbers[(int)code];

    /// <summary>Reads a <c>grpc-status</c>; UNKNOWN for what is none.</summary>
    public static StatusCode Parse(ReadOnlySpan<char> text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var code) && code < Names.Length ? (StatusCode)code : StatusCode.Unknown;
}
