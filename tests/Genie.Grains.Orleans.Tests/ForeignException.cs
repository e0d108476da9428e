namespace Foreign;

/// <summary>As a database client has them: Orleans has no codec for it, and nobody told it of the namespace.</summary>
internal sealed class ForeignException() : Exception("of another library");
