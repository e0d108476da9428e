using System.Text.Json;

namespace Genie.Geocoding.Maps.Import;

/// <summary>The properties of a GeoJSON or TopoJSON object; a dot leads into a nested one: <c>names.primary</c>.</summary>
/// <param name="properties">The properties; anything but an object counts as none.</param>
/// <param name="id">The object's own <c>id</c>, which a property of that name hides.</param>
internal sealed class JsonFields(JsonElement properties, string? id) : FeatureFields
{
    /// <inheritdoc/>
    public override IEnumerable<string> Names
    {
        get
        {
            var names = properties.ValueKind == JsonValueKind.Object ? properties.EnumerateObject().Select(property => property.Name) : [];
            return id is null ? names : names.Append("id");
        }
    }

    /// <inheritdoc/>
    public override string? Find(string name)
    {
        // A property may have a dot in its own name.
        if (!TryStep(properties, name, out var value) && !TryPath(name, out value)) return string.Equals(name, "id", StringComparison.OrdinalIgnoreCase) ? id : null;

        // Some sources write every value as a list.
        if (value.ValueKind == JsonValueKind.Array && value.GetArrayLength() == 1) value = value[0];
        return value.ValueKind switch
        {
            JsonValueKind.String => value.GetString(),
            JsonValueKind.Number => value.GetRawText(),
            _ => null,
        };
    }

    private bool TryPath(string path, out JsonElement value)
    {
        value = properties;
        foreach (var step in path.Split('.'))
        {
            if (!TryStep(value, step, out value)) return false;
        }

        return true;
    }

    private static bool TryStep(JsonElement value, string name, out JsonElement found)
    {
        found = default;
        if (value.ValueKind != JsonValueKind.Object) return false;
        if (value.TryGetProperty(name, out found)) return true;
        foreach (var property in value.EnumerateObject())
        {
            if (!string.Equals(property.Name, name, StringComparison.OrdinalIgnoreCase)) continue;
            found = property.Value;
            return true;
        }

        return false;
    }
}
