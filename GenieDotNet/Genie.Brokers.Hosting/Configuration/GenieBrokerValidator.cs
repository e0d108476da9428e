using Microsoft.Extensions.Options;

namespace Genie.Brokers.Hosting.Configuration;

/// <summary>Holds a broker's options to the drivers that are registered, before the host starts.</summary>
internal sealed class GenieBrokerValidator(DriverRegistry drivers) : IValidateOptions<GenieBrokerOptions>
{
    public ValidateOptionsResult Validate(string? name, GenieBrokerOptions options)
    {
        if (options.Problems.Count > 0) return ValidateOptionsResult.Fail(options.Problems);
        try
        {
            drivers.Select(name ?? Options.DefaultName, options);
            return ValidateOptionsResult.Success;
        }
        catch (BrokerSettingException error)
        {
            return ValidateOptionsResult.Fail(error.Message);
        }
    }
}
