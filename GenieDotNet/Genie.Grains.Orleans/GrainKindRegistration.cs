namespace Genie.Grains.Orleans;

/// <summary>A kind that a silo is to host.</summary>
/// <param name="Name">Its name: its classes' GrainType.</param>
/// <param name="Register">Makes it known to the silo's runtime; then what is called with the key of a grain that has a timer now, and with that of one that is to leave.</param>
internal sealed record GrainKindRegistration(string Name, Func<IServiceProvider, GrainRuntime, Action<string>, Action<string>, object> Register);
