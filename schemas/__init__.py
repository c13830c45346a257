"""What crosses HTTP, and so what openapi.yaml says: marshmallow schemas, most of them made of dataclasses."""
