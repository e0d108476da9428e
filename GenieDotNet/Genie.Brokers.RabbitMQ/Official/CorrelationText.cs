using System.Text;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>Correlations as the text that the correlation-id property holds.</summary>
internal static class CorrelationText
{
    public static string Format(Correlation correlation) => string.Create(Correlation.FormattedBytes, correlation, static (text, correlation) =>
    {
        Span<byte> digits = stackalloc byte[Correlation.FormattedBytes];
        correlation.TryFormat(digits, out _);
        Encoding.ASCII.GetChars(digits, text);
    });

    /// <summary>Reads the property of an answer or a returned message; false for anything that is not ours.</summary>
    public static bool TryParse(string? property, out Correlation correlation)
    {
        correlation = default;
        if (property is not { Length: Correlation.FormattedBytes }) return false;
        Span<byte> digits = stackalloc byte[Correlation.FormattedBytes];
        return Encoding.ASCII.TryGetBytes(property, digits, out _) && Correlation.TryParse(digits, out correlation);
    }
}
