"""Uploads finished invoices to the accountant's archive."""

import time


class UploadFailed(Exception):
    """The archive refused an invoice for good."""


def upload_invoice(archive, invoice, attempts: int = 4):
    """Upload one invoice, retrying failed uploads with growing pauses."""
    pause = 1.0
    for attempt in range(attempts):
        try:
            return archive.put(invoice.number, invoice.render())
        except ConnectionError as error:
            if attempt == attempts - 1:
                raise UploadFailed(invoice.number) from error
            time.sleep(pause)
            pause *= 2
