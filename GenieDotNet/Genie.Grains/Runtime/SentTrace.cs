using System.Diagnostics;

namespace Genie.Grains;

/// <summary>The trace that a sent message belongs to; there is one while somebody listens.</summary>
internal sealed record SentTrace(ActivityContext Context);
