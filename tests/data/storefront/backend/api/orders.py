"""HTTP request handlers of orders."""

from backend.errors import NotFound, handle_errors


@handle_errors
def get_order(request):
    """Handle GET /orders/<id>: one order as JSON."""
    order = request.database.order(request.parameters["id"])
    if order is None:
        raise NotFound("there is no such order")
    return request.respond(200, order.to_json())


@handle_errors
def create_order(request):
    """Handle POST /orders: keep the order and answer with its id."""
    order = request.database.insert_order(request.json())
    return request.respond(201, {"id": order.id})
