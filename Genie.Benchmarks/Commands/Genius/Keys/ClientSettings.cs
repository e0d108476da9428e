namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>Who shows a certificate, the common name of whose subject is the <see cref="CallerSettings.Name"/>.</summary>
internal sealed class ClientSettings : CallerSettings;
