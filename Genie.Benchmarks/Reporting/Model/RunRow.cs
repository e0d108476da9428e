using System.Text.Json.Serialization;
using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Workload;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>One run: one broker through one client, at one load.</summary>
public sealed record RunRow
{
    /// <summary>The system's name: <c>nats</c>; <c>none</c> is the workload with no broker, the baseline.</summary>
    public required string Broker { get; init; }

    /// <summary><c>wire</c> or <c>official</c>.</summary>
    public required string Client { get; init; }

    /// <summary>The client library with its version: <c>RabbitMQ.Client 7.1.2</c>.</summary>
    public string ClientVersion { get; set; } = "";

    /// <summary>The server with its version: <c>nats-server 2.9.10</c>.</summary>
    public string Server { get; set; } = "";

    /// <summary>What the client waited for.</summary>
    public required RunMode Mode { get; init; }

    /// <summary>Where a message had arrived when it counted as sent.</summary>
    public required Confirmation Confirmation { get; init; }

    /// <summary>Connections, each with a link of its own.</summary>
    public int Connections { get; set; } = 1;

    /// <summary>Requests in flight on each connection.</summary>
    public int InFlight { get; set; } = 1;

    /// <summary>How much of the work was done.</summary>
    public Stages Stages { get; set; } = Stages.Full;

    /// <summary><c>embedded</c> or <c>postgis</c>; empty where no coordinate was looked up.</summary>
    public string Geocoder { get; set; } = "";

    /// <summary>With stages <c>grains</c>, where effects are kept: <c>embedded</c> or <c>postgres</c>; else empty.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public string Store { get; set; } = "";

    /// <summary>With stages <c>grains</c>, the cluster that they lived in: <c>orleans</c> or <c>protoactor</c>; empty where that was the worker.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public string GrainHost { get; set; } = "";

    /// <summary>Processes of that cluster; 0 where there was none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int Nodes { get; set; }

    /// <summary>Bytes added to each request, in the mean.</summary>
    public int PayloadBytes { get; set; }

    /// <summary>Their distribution, as it was asked for: <c>p50=1KiB,p99=16KiB</c>; null where all had as many.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? PayloadSizes { get; set; }

    /// <summary>Different messages in the file or folder that they come from; 0 for one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int PayloadMessages { get; set; }

    /// <summary>The name of the file or folder that they come from; null where they were random.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? PayloadFile { get; set; }

    /// <summary>The hash of its content, in hexadecimal.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonPropertyName("payload_sha256")]
    public string? PayloadSha256 { get; set; }

    /// <summary>Different parties that requests were about; 0 for all there are.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int Keys { get; set; }

    /// <summary>The exponent of Zipf's law by which requests fell on them; 0: all alike.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public double KeySkew { get; set; }

    /// <summary>Requests a second asked for, in the mean; 0 for a closed loop.</summary>
    public double RateAsked { get; set; }

    /// <summary>How that changed in the measured time, as it was asked for: <c>1k:10s,1k..10k:30s</c>; null where it did not.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? RateStages { get; set; }

    /// <summary>How a recorded stream was sent at its own times: <c>by time, 2 x as fast</c>; null where none was.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Replay { get; set; }

    /// <summary>What the worker took longer for each message, as was asked for, in milliseconds.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    [JsonPropertyName("worker_delay_ms")]
    public double WorkerDelayMilliseconds { get; set; }

    /// <summary>How long the worker was to be away from the beginning of the measured time on, in seconds.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    [JsonPropertyName("worker_away_s")]
    public double WorkerAwaySeconds { get; set; }

    /// <summary>Listeners that each got every message; what happens to messages on their way is counted in the ledger for each of them. 0 for one that was sent to it alone.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int FanOut { get; set; }

    /// <summary>Stages that each message passed, one behind the other; 0 for one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int PipelineStages { get; set; }

    /// <summary>Which repetition of the same load this is, from 1.</summary>
    public int Repetition { get; set; } = 1;

    /// <summary>The round of a sweep in which it was measured, from 1; 0 for a row that is not of a sweep.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int Round { get; set; }

    /// <summary>True if every payload was encrypted.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Encrypted { get; set; }

    /// <summary>The network that was put before the server (--network): <c>continental</c>; null for none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Network { get; set; }

    /// <summary>What happened to the server or the network before it, and when in the measured time: <c>3s reset</c>; null for nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Faults { get; set; }

    /// <summary>The measured time without warm-up and drain, in seconds.</summary>
    [JsonPropertyName("duration_s")]
    public double DurationSeconds { get; set; }

    /// <summary>Requests, or messages, that ended within the measured time.</summary>
    public long Requests { get; set; }

    /// <summary>Of these a second.</summary>
    [JsonPropertyName("throughput_per_s")]
    public double ThroughputPerSecond { get; set; }

    /// <summary>Distinct messages a second that reached the worker's handler, until the last one did; null in files of earlier versions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonPropertyName("arrived_per_s")]
    public double? ArrivedPerSecond { get; set; }

    /// <summary>From the intended send to the answer (round trip) or to the confirmation (fire-and-forget).</summary>
    [JsonPropertyName("latency_us")]
    public LatencyFigures LatencyMicroseconds { get; set; } = new();

    /// <summary>From the intended send to the worker's handler, where several machines measured and their clocks are known well enough; else null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonPropertyName("one_way_us")]
    public LatencyFigures? OneWayMicroseconds { get; set; }

    /// <summary>The first request of a cold process, in milliseconds; null where none was measured, as the process had measured other rows before. Earlier versions wrote 0 for that.</summary>
    [JsonPropertyName("first_request_ms")]
    public double? FirstRequestMilliseconds { get; set => field = value is 0 ? null : value; }

    /// <summary>How the row was warmed up; null where it was not.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public WarmUpFigures? WarmUp { get; set; }

    /// <summary>What became of every message.</summary>
    public LedgerFigures Ledger { get; set; } = new();

    /// <summary>What the sending process used.</summary>
    public ProcessFigures ClientProcess { get; set; } = new();

    /// <summary>What the answering process used.</summary>
    public ProcessFigures WorkerProcess { get; set; } = new();

    /// <summary>What the machine did meanwhile; null where that cannot be known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public MachineLoadFigures? MachineLoad { get; set; }

    /// <summary>The machines that took part; null where only this one did.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<AgentFigures>? Agents { get; set; }

    /// <summary>Whether every effect happened exactly once, where that was verified.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public EffectFigures? Effects { get; set; }

    /// <summary>What waited while the worker was away; null where it was not.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public BacklogFigures? Backlog { get; set; }

    /// <summary>The highest rate that holds a condition, where that was searched; the figures are those at it.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public LimitFigures? Limit { get; set; }

    /// <summary>Whether the row held what was asked for by --threshold; null where nothing was.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<ThresholdVerdict>? Thresholds { get; set; }

    /// <summary>What rose or fell steadily, in a long run; null where nothing did.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<DriftFigures>? Drift { get; set; }

    /// <summary>False if the run failed or its figures contradict each other; <see cref="Marks"/> say why.</summary>
    public bool Valid { get; set; } = true;

    /// <summary>What a reader must know before comparing the row; empty where there is nothing.</summary>
    public IReadOnlyList<RowMark> Marks { get; set; } = [];

    /// <summary>
    /// True if the row is ranked among those of its confirmation level: every valid row of a messaging system is, whatever else is marked, unless the machine was another one
    /// meanwhile (<see cref="RowMarkKinds.ControlMoved"/>). To leave a valid one out would give its rank to a slower one.
    /// </summary>
    public bool Ranked => Valid && !Marks.Any(mark => mark.Kind is RowMarkKinds.Baseline or RowMarkKinds.ControlMoved);

    /// <summary>What a reader should know beside the figures: settings, environment.</summary>
    public IReadOnlyList<string> Remarks { get; set; } = [];

    /// <summary>What a user may rely on with this client, or null for the baseline.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public GuaranteeCard? Guarantees { get; set; }

    /// <summary>The latency curve, rising in both fields; empty where it was not kept.</summary>
    public IReadOnlyList<LatencyPoint> LatencyCurve { get; set; } = [];

    /// <summary>All latencies, so that repetitions can be merged and compared: see <see cref="Measurement.HistogramText"/>.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? LatencyHistogram { get; set; }

    /// <summary>One point a second of the measured time, in order; empty where it was not kept.</summary>
    public IReadOnlyList<TimeLinePoint> TimeLine { get; set; } = [];
}
