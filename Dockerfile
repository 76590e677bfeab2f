# A static binary, a demo region, no shell: `docker run -p 8080:8080 footstepd` answers at once.
# Mount another region and name it with FOOTSTEPD_REGION to serve your own.

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=dev
RUN make static VERSION=$VERSION
# The Delaware extract ships inside a module that the build needs anyway.
RUN mkdir -p /data && bin/footstepd import \
    "$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf" \
    --name delaware -o /data/delaware.region

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /src/bin/footstepd /footstepd
COPY --from=build --chown=nonroot:nonroot /data /data
ENV FOOTSTEPD_REGION=/data/delaware.region
USER nonroot
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s CMD ["/footstepd", "healthcheck"]
ENTRYPOINT ["/footstepd"]
CMD ["http", "--listen", "0.0.0.0:8080"]
