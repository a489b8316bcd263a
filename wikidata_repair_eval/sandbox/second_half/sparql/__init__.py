"""The query service: a real engine behind HTTP, with the label service and the service's manners."""
