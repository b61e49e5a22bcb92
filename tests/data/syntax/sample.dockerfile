# Compiles.
FROM golang:1.24 AS build
WORKDIR /src
COPY . .
RUN go build -o /app ./cmd/app

FROM gcr.io/distroless/base
COPY --from=build /app /app
ENTRYPOINT ["/app"]
