namespace Genie.Brokers.Drivers;

/// <summary>Declares what of a setting's value is secret. A setting of the type <see cref="Uri"/> needs no declaration.</summary>
/// <param name="secrecy">What is.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class SecretSettingAttribute(SettingSecrecy secrecy = SettingSecrecy.Value) : Attribute
{
    /// <summary>What is.</summary>
    public SettingSecrecy Secrecy { get; } = secrecy;
}
