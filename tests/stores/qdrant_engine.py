"""The Qdrant client calls of the shim, on Qdrant's engine in process (PyPI `qdrant-edge-py`)."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import shutil
import tempfile
import uuid

import qdrant_edge as engine

SCHEMAS = {"keyword": engine.PayloadSchemaType.Keyword, "integer": engine.PayloadSchemaType.Integer}


def condition_of(model):
    """A condition of the REST API's models in the engine's classes; one that is not known here is an error."""
    if getattr(model, "key", None) is None:
        return filter_of(model)
    match = None
    if model.match is not None:
        match = engine.MatchAny(model.match.any) if hasattr(model.match, "any") else engine.MatchValue(model.match.value)
    bounds = model.range and {name: value for name, value in model.range.model_dump().items() if value is not None}
    return engine.FieldCondition(model.key, match=match, range=engine.RangeFloat(**bounds) if bounds else None)


def filter_of(model):
    if model is None:
        return None
    unknown = {name for name, value in model.model_dump().items() if value} - {"must", "should"}
    assert not unknown, unknown
    return engine.Filter(**{name: [condition_of(one) for one in getattr(model, name)] for name in ("must", "should")
                            if getattr(model, name)})


def vector_of(model):
    return engine.SparseVector(model.indices, model.values) if hasattr(model, "indices") else model


def shown(vector) -> dict | None:
    """Named vectors as the REST API shows them."""
    if vector is None:
        return None
    return {name: {"indices": one.indices, "values": one.values} if isinstance(one, engine.SparseVector) else list(one)
            for name, one in vector.items()}


def row(point) -> dict:
    out = {"id": str(point.id), "payload": point.payload, "vector": shown(point.vector)}
    if hasattr(point, "score"):
        out["score"] = point.score
    return out


class EngineClient:
    """One shard a collection, each in a folder below one that goes with this."""

    def __init__(self, _place: str):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="qdrant-engine-"))
        self.shards: dict[str, engine.EdgeShard] = {}

    def close(self) -> None:
        for name in list(self.shards):
            self.delete_collection(name)
        shutil.rmtree(self.folder, ignore_errors=True)

    def collection_exists(self, name):
        return name in self.shards

    def create_collection(self, name, vectors_config, sparse_vectors_config):
        vectors = {key: engine.EdgeVectorParams(value.size, getattr(engine.Distance, value.distance.value))
                   for key, value in vectors_config.items()}
        sparse = {key: engine.EdgeSparseVectorParams() for key in sparse_vectors_config or {}}
        self.shards[name] = engine.EdgeShard.create(str(self.folder / name), engine.EdgeConfig(vectors, sparse))
        return True

    def delete_collection(self, name):
        self.shards.pop(name).close()
        shutil.rmtree(self.folder / name)
        return True

    def update(self, name, operation):
        self.shards[name].update(operation)
        return {"operation_id": 0, "status": "completed"}

    def create_payload_index(self, name, field, schema):
        return self.update(name, engine.UpdateOperation.create_field_index(field, SCHEMAS[getattr(schema, "value", schema)]))

    def upsert(self, name, points):
        rows = [engine.Point(uuid.UUID(str(point.id)), {key: vector_of(value) for key, value in (point.vector or {}).items()},
                             point.payload) for point in points]
        return self.update(name, engine.UpdateOperation.upsert_points(rows))

    def delete(self, name, selector):
        return self.update(name, engine.UpdateOperation.delete_points([uuid.UUID(str(id)) for id in selector.points]))

    def retrieve(self, name, ids, with_payload, with_vectors):
        found = self.shards[name].retrieve([uuid.UUID(str(id)) for id in ids], with_payload, with_vectors)
        return [row(point) for point in found]

    def count(self, name, count_filter, exact):
        return {"count": self.shards[name].count(engine.CountRequest(exact, filter_of(count_filter)))}

    def scroll(self, name, scroll_filter, limit, offset, with_payload, with_vectors):
        payload = engine.PayloadSelector.Include(with_payload) if isinstance(with_payload, list) else with_payload
        request = engine.ScrollRequest(offset and uuid.UUID(str(offset)), limit, filter_of(scroll_filter), payload, with_vectors)
        points, following = self.shards[name].scroll(request)
        return [row(point) for point in points], following and str(following)

    def query_points(self, name, query, using, query_filter, limit, search_params, with_payload, **rest):
        assert not any(rest.values()), rest
        request = engine.SearchRequest(engine.Query.Nearest(vector_of(query), using), limit, filter=filter_of(query_filter),
                                       params=engine.SearchParams(exact=bool(search_params and search_params.exact)),
                                       with_payload=with_payload)
        return {"points": [row(point) for point in self.shards[name].search(request)]}

    def facet(self, name, key, facet_filter, limit, exact):
        answer = self.shards[name].facet(engine.FacetRequest(key, limit, exact, filter_of(facet_filter)))
        return {"hits": [{"value": hit.value, "count": hit.count} for hit in answer.hits]}
