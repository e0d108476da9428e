using Genie.Benchmarks.Load.Control;

namespace Genie.Benchmarks.Agents.Crews;

/// <summary>A process and where it runs.</summary>
/// <param name="Agent">The agent's name, or <see cref="AgentPlacement.Here"/>.</param>
/// <param name="Process">The process.</param>
internal sealed record CrewSeat(string Agent, IControlledProcess Process);
