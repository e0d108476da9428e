# The genie command, with no server inside:
#   docker build --tag geniedotnet .
#   docker run --rm --network host geniedotnet bench nats
# See docs/release.md.
FROM mcr.microsoft.com/dotnet/sdk:10.0-noble AS build
WORKDIR /source
COPY . .
RUN dotnet publish Genie.Benchmarks --configuration Release --output /genie

FROM mcr.microsoft.com/dotnet/aspnet:10.0-noble
COPY --from=build /genie /genie
# The image's user has a home; one that `docker run --user` names has none.
ENV XDG_CACHE_HOME=/tmp/cache XDG_STATE_HOME=/tmp/state
# results.json and report.html go there; a volume takes over whose it is.
RUN mkdir /results && chown "$APP_UID" /results
USER $APP_UID
WORKDIR /results
ENTRYPOINT ["/genie/genie"]
CMD ["--help"]
