"""Counts and seconds in the text format of Prometheus: by route and status, nothing of what was sent."""

from collections import Counter
from threading import Lock

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)


class Metrics:
    """Counts requests, seconds and documents since the service was started."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._seconds: Counter[str] = Counter()
        self._within: Counter[tuple[str, float]] = Counter()
        self._documents: Counter[str] = Counter()
        self._refused = 0

    def request(self, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        with self._lock:
            self._requests[route, status] += 1
            self._seconds[route] += seconds  # type: ignore[assignment]  # a Counter adds whatever adds
            for bucket in BUCKETS:
                self._within[route, bucket] += seconds <= bucket

    def documents(self, route: str, count: int) -> None:
        """Count documents that were taken."""
        with self._lock:
            self._documents[route] += count

    def refused(self) -> None:
        """Count a token that was not taken."""
        with self._lock:
            self._refused += 1

    def page(self) -> str:
        """Return all counts as Prometheus reads them."""
        with self._lock:
            return "\n".join([*self._counts(), *self._durations()]) + "\n"

    def _counts(self) -> list[str]:
        requests = (
            f'allonym_requests_total{{route="{route}",status="{status}"}} {count}'
            for (route, status), count in sorted(self._requests.items())
        )
        documents = (
            f'allonym_documents_total{{route="{route}"}} {count}' for route, count in sorted(self._documents.items())
        )
        return [
            "# TYPE allonym_requests_total counter",
            *requests,
            "# TYPE allonym_documents_total counter",
            *documents,
            "# TYPE allonym_refused_tokens_total counter",
            f"allonym_refused_tokens_total {self._refused}",
        ]

    def _durations(self) -> list[str]:
        name = "allonym_request_seconds"
        lines = [f"# TYPE {name} histogram"]
        for route, seconds in sorted(self._seconds.items()):
            total = sum(count for (which, _), count in self._requests.items() if which == route)
            lines += [f'{name}_bucket{{route="{route}",le="{b:g}"}} {self._within[route, b]}' for b in BUCKETS]
            lines += [f'{name}_bucket{{route="{route}",le="+Inf"}} {total}']
            lines += [f'{name}_sum{{route="{route}"}} {seconds:.6f}', f'{name}_count{{route="{route}"}} {total}']
        return lines
