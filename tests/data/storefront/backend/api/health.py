"""HTTP request handler that says whether the backend is well."""


def get_health(request):
    """Handle GET /health: 200 while the database connection answers."""
    is_well = request.database.ping()
    return request.respond(200 if is_well else 503, {"database": is_well})
