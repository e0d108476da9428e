using System.Globalization;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Benchmarks.Load.Genius;

/// <summary>Trucks that come to a yard and leave it again, an event a second each, and which facts must be derived of so many events.</summary>
/// <param name="run">Of the events' keys, and part of the trucks' names.</param>
/// <param name="begin">The time of the first event.</param>
internal sealed class TruckRoute(ulong run, DateTimeOffset begin)
{
    /// <summary>What all servers process. Idle timeouts lie days behind the events' times, so that timers close windows while events of theirs still come: each is a revision then.</summary>
    public static readonly IReadOnlyDictionary<string, string> Settings = new Dictionary<string, string>
    {
        ["Windows__0__Name"] = Window,
        ["Windows__0__Tumbling"] = "00:00:03",
        ["Windows__0__AllowedLateness"] = "30.00:00:00",
        ["Windows__0__IdleTimeout"] = "00:00:02",
        ["Geofences__0__Name"] = "yards",
        ["Geofences__0__RulePrefix"] = Yard,
        ["Geofences__0__DwellAfter"] = "00:00:01.5",

        // Between two events of a truck there may be a fault, however long it takes.
        ["Geofences__0__IdleTimeout"] = "-00:00:00.001",
    };

    /// <summary>The rules, by name and text.</summary>
    public static readonly IReadOnlyDictionary<string, string> Rules = new Dictionary<string, string>
    {
        [Moved] = "kind == \"moved\"",
        [Yard] = "place.within(circle(40, -75, 500))",
    };

    private const string Window = "seconds";
    private const string Moved = "moved";
    private const string Yard = "yard";
    private const int EventsOfWindow = 3;
    private const int EventsOfRound = 5;
    private const int EventsInYard = 3;

    /// <summary>The event of a number.</summary>
    public Event EventOf(int truck, ulong number) => new()
    {
        Key = NameOf(truck),
        Run = run,
        Sender = (uint)truck,
        Sequence = number,
        Kind = Moved,
        Time = Timestamp.FromDateTimeOffset(begin.AddSeconds(number)),
        Latitude = IsInYard(number) ? 40 : 41,
        Longitude = -75,
        Value = number,
    };

    /// <summary>The rules that an event matches.</summary>
    public static IReadOnlyList<string> RulesOf(ulong number) => IsInYard(number) ? [Moved, Yard] : [Moved];

    /// <summary>The name that a fact has among those that must be there once; null for another run's.</summary>
    public string? NameOf(Output fact) => fact switch
    {
        { RulesMatched: { } matched } when matched.Run == run => Name(matched.Key, string.Join('+', matched.Rules.Order(StringComparer.Ordinal)), matched.Time),
        { FenceTransitioned: { } transition } when IsOurs(transition.Key) => Name(transition.Key, transition.Change.ToString(), transition.Time),
        _ => null,
    };

    /// <summary>A window's result, and whose it is; null for another fact.</summary>
    public WindowClosed? WindowOf(Output fact) => fact.WindowClosed is { } closed && IsOurs(closed.Key) ? closed : null;

    /// <summary>The names of the facts that so many events of a truck lead to, windows apart.</summary>
    public IEnumerable<string> FactsOf(int truck, long events)
    {
        for (var number = 0UL; number < (ulong)events; number++)
        {
            var (name, time) = (NameOf(truck), Timestamp.FromDateTimeOffset(begin.AddSeconds(number)));
            yield return Name(name, string.Join('+', RulesOf(number)), time);
            switch (number % EventsOfRound)
            {
                case 0:
                    yield return Name(name, nameof(FenceTransitioned.Types.Change.Entered), time);
                    break;
                case EventsInYard - 1:
                    yield return Name(name, nameof(FenceTransitioned.Types.Change.Dwelled), Timestamp.FromDateTimeOffset(begin.AddSeconds(number - (EventsInYard - 1)).AddSeconds(1.5)));
                    break;
                case EventsInYard:
                    yield return Name(name, nameof(FenceTransitioned.Types.Change.Left), time);
                    break;
                default:
                    break;
            }
        }
    }

    /// <summary>The windows that so many events of a truck lead to, and how many events each has in the end.</summary>
    public IEnumerable<(string Key, Timestamp Start, long Count)> WindowsOf(int truck, long events)
    {
        for (var first = 0L; first < events; first += EventsOfWindow)
            yield return (NameOf(truck), Timestamp.FromDateTimeOffset(begin.AddSeconds(first)), Math.Min(EventsOfWindow, events - first));
    }

    private static bool IsInYard(ulong number) => number % EventsOfRound < EventsInYard;

    private static string Name(string truck, string what, Timestamp time) => $"{truck} {what} {time.Seconds}.{time.Nanos}";

    private string NameOf(int truck) => string.Create(CultureInfo.InvariantCulture, $"truck-{run}-{truck}");

    private bool IsOurs(string key) => key.StartsWith(string.Create(CultureInfo.InvariantCulture, $"truck-{run}-"), StringComparison.Ordinal);
}
