using System.Text;

namespace Genie.EventStore.PostgreSql;

/// <summary>An <see cref="EventFilter"/> as a condition of SQL, over <c>genie.event e</c> and <c>genie.stream s</c>.</summary>
internal static class FilterSql
{
    /// <summary>The condition, beginning with AND, and the values of its parameters.</summary>
    public static (string Condition, object[] Values) Of(EventFilter filter, int firstParameter)
    {
        var (condition, values) = (new StringBuilder(), new List<object>());
        if (filter.Category is { } category)
        {
            condition.Append($" AND split_part(s.name, '{EventFilter.CategoryEnd}', 1) = ${firstParameter}");
            values.Add(category);
        }
        else
        {
            condition.Append($" AND NOT starts_with(s.name, '{EventFilter.SystemPrefix}')");
        }

        if (filter.Types.Count > 0)
        {
            condition.Append($" AND e.type = ANY(${firstParameter + values.Count})");
            values.Add(filter.Types.ToArray());
        }

        return (condition.ToString(), [.. values]);
    }
}
