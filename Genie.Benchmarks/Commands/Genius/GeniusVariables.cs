using System.Text.RegularExpressions;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Configuration.EnvironmentVariables;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>
/// The settings among the variables of the environment. Beside a Service named genius, Kubernetes gives every pod GENIUS_PORT, GENIUS_SERVICE_HOST and others of that kind, which are none
/// (Kubernetes documentation, Services, Environment variables).
/// </summary>
internal sealed partial class GeniusVariables() : EnvironmentVariablesConfigurationProvider(GeniusSettings.VariablePrefix), IConfigurationSource
{
    /// <inheritdoc/>
    public override void Load()
    {
        base.Load();
        foreach (var name in Data.Keys.Where(static name => ServiceLink.IsMatch(name)).ToArray()) Data.Remove(name);
    }

    /// <inheritdoc/>
    public IConfigurationProvider Build(IConfigurationBuilder builder) => this;

    // In capitals alone: no setting is written so, and of names in another case none is Kubernetes' own.
    [GeneratedRegex("^([A-Z0-9_]+_)?(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT(_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$", RegexOptions.CultureInvariant)]
    private static partial Regex ServiceLink { get; }
}
