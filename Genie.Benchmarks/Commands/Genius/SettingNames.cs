using System.Reflection;
using Microsoft.Extensions.Configuration;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>Which settings there are. The binder finds an unknown one as well, and tells it in words of its own interfaces, without where it is.</summary>
internal static class SettingNames
{
    /// <summary>Refuses a setting that is not known.</summary>
    /// <exception cref="BadArgumentException">There is one.</exception>
    public static void Check(IConfiguration configuration) => Check(configuration, typeof(GeniusSettings));

    private static void Check(IConfiguration configuration, Type type)
    {
        var settings = type.GetProperties(BindingFlags.Instance | BindingFlags.Public).Where(static each => each.SetMethod?.IsPublic == true).ToDictionary(static each => each.Name, static each => each.PropertyType, StringComparer.OrdinalIgnoreCase);
        foreach (var section in configuration.GetChildren())
        {
            if (!settings.TryGetValue(section.Key, out var of))
                throw new BadArgumentException($"{section.Path.Replace(':', '.')} is no setting; there are {string.Join(", ", settings.Keys.Order(StringComparer.Ordinal))}.");
            if (of.IsGenericType && of.GetGenericTypeDefinition() == typeof(IList<>))
            {
                if (IsOurs(of.GenericTypeArguments[0])) foreach (var element in section.GetChildren()) Check(element, of.GenericTypeArguments[0]);
            }
            else if (IsOurs(of))
            {
                Check(section, of);
            }
        }
    }

    private static bool IsOurs(Type type) => type is { IsClass: true } && type.Assembly == typeof(SettingNames).Assembly;
}
