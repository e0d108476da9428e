namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Who shows a certificate, and what that opens.</summary>
internal sealed class ClientSettings
{
    /// <summary>The common name of the certificate's subject.</summary>
    public string Name { get; set; } = "";

    /// <summary>What it opens: <see cref="ApiScope.All"/>.</summary>
    public IList<string> Scopes { get; set; } = [];

    /// <summary>How many events a second it may bring; 0: any number.</summary>
    public int EventsPerSecond { get; set; }
}
