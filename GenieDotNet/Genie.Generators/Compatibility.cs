namespace System.Runtime.CompilerServices;

/// <summary>What the compiler asks for in records, and netstandard2.0 lacks.</summary>
internal static class IsExternalInit;
