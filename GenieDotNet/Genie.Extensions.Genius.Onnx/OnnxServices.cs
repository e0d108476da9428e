using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Observing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Genie.Extensions.Genius.Onnx;

/// <summary>Puts models into a host of Genius.</summary>
public static class OnnxServices
{
    /// <summary>Makes the ONNX files of a folder known to the host's rules, beside <see cref="GeniusServices.AddGenius"/>, before or after it. May be added once a folder.</summary>
    /// <param name="services">The host's services.</param>
    /// <param name="options">The folder.</param>
    /// <exception cref="OnnxRuntimeMissingException">ONNX Runtime does not load on this machine.</exception>
    public static IServiceCollection AddGeniusOnnxModels(this IServiceCollection services, OnnxModelOptions options)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(options);
        ArgumentException.ThrowIfNullOrEmpty(options.Folder, nameof(options));
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(options.Interval, TimeSpan.Zero, nameof(options));
        OnnxRuntimeMissingException.ThrowIfMissing();
        services.TryAddSingleton<RuleResources>();
        return services.AddSingleton<IHostedService>(provider => new OnnxModelService(
            provider.GetRequiredService<RuleResources>(), options, provider.GetService<GeniusOptions>()?.Grains.Clock ?? TimeProvider.System,
            provider.GetService<ILogger<OnnxModelService>>() is { } logger ? new GuardedLogger(logger) : NullLogger.Instance));
    }
}
