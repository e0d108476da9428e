using Genie.Grpc.Tests.Python;
using Genie.Testing.Grpc;

namespace Genie.Grpc.Tests.Official;

/// <summary>Grpc.AspNetCore, so that a difference between the two implementations shows.</summary>
public sealed class OfficialPythonClientTests(PythonPeer peer) : PythonClientTests(GrpcImplementation.Official, peer), IClassFixture<PythonPeer>;
